import { createHash } from 'node:crypto';
import type { RunError } from '@/lib/runs/run-error';
import { ConnectorError } from '../_shared/connector-error';
import { MemoryShare } from '../_shared/memory-budget';
import type { ConnectorContext } from '../connector-context';
import type { ResultSink } from '../result-sink';
import type { Call } from '../types';
import { invocationOf } from './call/invocation';
import type { GithubConnection } from './connection';
import { readExecutable } from './executable';
import { packagesOf } from './packages/packages-of';
import { commitOf, downloadArchive } from './repository/archive';
import { writeOutcome } from './result/write-outcome';
import { checkoutOf } from './worker/checkout';
import { whileUsed } from './worker/kept-folder';
import { runScript } from './worker/run-script';
import type { Exceeded } from './worker/watch-use';

/** Runs a script on this server, with the files of the branch as they are now. */
export async function execute(
  connection: GithubConnection,
  context: ConnectorContext,
  call: Call,
  sink: ResultSink,
): Promise<{ errors: RunError[] }> {
  const executable = readExecutable(call.executable);
  const invocation = invocationOf(executable, call.values);
  const variables = executable.language === 'python' ? connection.dotenv : connection.renviron;
  invocation.environment = { ...variables, ...invocation.environment };
  const memory = new MemoryShare(context.memory);
  try {
    const commit = await commitOf(connection, context);
    const checkout = await checkoutOf(context.scripts.folder, keyOf(connection, context, commit), () =>
      downloadArchive(connection, context, commit, memory, call.signal),
    );
    const { owner, repo } = connection;
    sink.metadata('Commit', commit);
    sink.link({
      kind: 'source',
      label: 'Open the script in GitHub',
      url: `${webAddressOf(connection)}/${owner}/${repo}/blob/${commit}/${executable.path}`,
    });
    const log = (message: string, level: 'info' | 'warning') =>
      sink.log({ level, message, atMs: Date.now() });
    const script = { language: executable.language, path: executable.path, checkout };
    const packages = await packagesOf(script, context.scripts, log, call.signal);
    const stopUse = whileUsed([checkout, ...packages]);
    const ended = await runScript({
      invocation,
      checkout,
      packages,
      settings: context.scripts,
      onLine: (message, stream) => log(message, stream === 'stderr' ? 'warning' : 'info'),
      signal: call.signal,
    }).finally(stopUse);
    if (call.signal.aborted) throw new ConnectorError('cancelled', 'The script was stopped.');
    const errors = await writeOutcome(ended, sink, memory);
    return { errors: ended.exceeded === null ? errors : [exceeded(ended.exceeded, context)] };
  } finally {
    memory.release();
  }
}

function exceeded(what: Exceeded, { scripts }: ConnectorContext): RunError {
  const megabytes = Math.round(scripts.memoryBytes / 1_000_000);
  const [took, setting] =
    what === 'memory'
      ? [`${megabytes} MB of memory`, 'SCRIPT_MEMORY_MB']
      : [`${scripts.processes} processes`, 'SCRIPT_PROCESSES'];
  return {
    message: `The script took more than ${took}, so it was ended.`,
    code: what.toUpperCase(),
    detail: null,
    hint: `Let it do less at a time, or ask the people who run Pushboard to raise ${setting}.`,
    where: null,
    severity: 'ERROR',
  };
}

/** A name that says nothing of the connection, for a folder. */
function keyOf(
  { apiUrl, owner, repo }: GithubConnection,
  { credsId }: ConnectorContext,
  commit: string,
): string {
  const all = JSON.stringify([credsId, apiUrl, owner, repo, commit]);
  return createHash('sha256').update(all).digest('hex').slice(0, 40);
}

/** `https://github.com` for its own API; the same host for GitHub Enterprise Server. */
export const webAddressOf = ({ apiUrl }: Pick<GithubConnection, 'apiUrl'>): string => {
  const { origin, hostname } = new URL(apiUrl);
  return hostname === 'api.github.com' ? 'https://github.com' : origin;
};
