import { checkConfiguration } from './serve';
import { originOf, readyAt, waitUntilReady } from './starting/readiness';
import { runPrepare, type SchemaWait } from './starting/run-prepare';
import { onStopSignals } from './starting/stop-signals';
import { type Supervised, supervise } from './starting/supervised';
import { answerWhileWaiting } from './starting/waiting-server';
import { workspacePrograms } from './starting/workspace-programs';

/**
 * The work of one process of several: it serves people, executes runs, brings the schema up to date, does that and
 * widens ids, or says what that would do. The last three end.
 */
export type ProcessRole = 'web' | 'worker' | 'migrate' | 'wide' | 'plan';

const preparations = { web: 'wait', worker: 'wait', migrate: 'migrate', wide: 'wide', plan: 'plan' } as const;

const READY_PATIENCE_MS = 120_000;

/**
 * Starts the process of a role, on a database that other processes share. Web and worker wait for a schema that is at least as
 * new as they are, and never change it; web answers at its address meanwhile. They serve until a signal stops them; the others return when they are done.
 */
export async function serveRole({
  role,
  progress,
}: {
  role: ProcessRole;
  progress: { step(title: string, work: () => Promise<string | undefined>): Promise<void> };
}): Promise<void> {
  const env = checkConfiguration();
  const variables = { NODE_ENV: 'production' };
  const stopping = new AbortController();
  let child: Supervised | undefined;
  onStopSignals({
    async stop() {
      stopping.abort();
      await child?.stop();
    },
    force: () => child?.kill(),
  });
  const isServer = role === 'web' || role === 'worker';
  await progress.step('Schema', async () => {
    const prepare = (note?: (wait: SchemaWait) => void) =>
      runPrepare(
        isServer ? { ...variables, DATABASE_OWNER_URL: '' } : variables,
        preparations[role],
        stopping.signal,
        note,
      );
    if (role === 'web') await answerWhileWaiting(env, prepare);
    else await prepare();
    return undefined;
  });
  if (!isServer || stopping.signal.aborted) return;
  const program = workspacePrograms({ env, development: false, variables, logFolder: undefined }).find(
    ({ name }) => name === role,
  );
  if (program === undefined) throw new Error(`No program is called ${role}.`);
  if (role === 'worker') {
    // It may wait for an operator, so whether it serves is for its log to say.
    child = supervise(
      program,
      () => true,
      () => undefined,
    );
    console.log('The worker has started.');
    return;
  }
  await progress.step('Web', async () => {
    let earlyEnd: string | undefined;
    let isReady = false;
    child = supervise(
      program,
      () => isReady,
      (how) => {
        earlyEnd ??= how;
      },
    );
    const isGivenUp = () => earlyEnd !== undefined || stopping.signal.aborted;
    await waitUntilReady(originOf(env), READY_PATIENCE_MS, isGivenUp, { needsWorker: false }).catch(
      async (error) => {
        await child?.stop();
        throw error;
      },
    );
    if (earlyEnd !== undefined && !stopping.signal.aborted) throw new Error(earlyEnd);
    isReady = true;
    return stopping.signal.aborted ? 'stopped' : 'ready';
  });
  if (!stopping.signal.aborted) console.log(`Pushboard's web process is ready: ${readyAt(env)}`);
}
