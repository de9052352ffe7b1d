import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { withClient } from '@/scripts/postgres/connect';
import { callApp, connectSource, SANDBOX } from '../../support/doubles/remote-app';
import { startBenchApp } from '../support/bench-app';

const ROUTINES = 1000;
const CHANGED = 300;

const rows = z.array(
  z.object({ cloud_id: z.string(), revision: z.string().nullable(), changes: z.array(z.unknown()) }),
);
const diff = z.object({ added: rows, modified: rows, deleted: rows, already_added: rows });
const committed = z.object({ commits: z.array(z.object({ error: z.string().nullable() })) });

const routine = (
  i: number,
) => `create function shop.routine_${i}(a integer, b text default 'x', c date default now())
  returns table (n integer, at date) language sql as 'select ${i}, c'`;

/** A third gets another argument, a third another default, a third another name. */
function change(i: number): string {
  if (i % 3 === 0) {
    return `drop function shop.routine_${i}; create function shop.routine_${i}(a integer, b text default 'x',
      c date default now(), d numeric default 1) returns table (n integer, at date) language sql as 'select ${i}, c'`;
  }
  if (i % 3 === 1) {
    return `drop function shop.routine_${i}; create function shop.routine_${i}(a integer, b text default 'y',
      c date default now()) returns table (n integer, at date) language sql as 'select ${i}, c'`;
  }
  return `alter function shop.routine_${i} rename to renamed_${i}`;
}

/** How long it takes to compare a database of a thousand commands, and to sync its changes. */
export async function benchSync(): Promise<void> {
  const all = Array.from({ length: ROUTINES }, (_, i) => i);
  const app = await startBenchApp(`create schema shop; ${all.map(routine).join(';\n')}`);
  const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    callApp(app.origin, method, `/${SANDBOX}/${path}`, body);
  try {
    const credsId = await connectSource(app.origin, app.sourceUrl);
    const look = async () => diff.parse(await call('GET', `creds/${credsId}/diff`));
    const commit = async (chosen: z.infer<typeof rows>, commitType: string) => {
      const body = chosen.map(({ cloud_id, revision }) => ({
        cloudId: cloud_id,
        credsId,
        commitType,
        ...(revision === null ? {} : { revision }),
      }));
      const { commits } = committed.parse(await call('POST', 'batch-commit', body));
      return commits.filter(({ error }) => error !== null).length;
    };
    const { added } = await look();
    await commit(added, 'addition');
    console.log(`\nA database with ${ROUTINES} routines, all of them commands`);
    await timed('diff, nothing changed', look, ({ already_added }) => `${already_added.length} unchanged`);
    await timed('diff again', look, ({ already_added }) => `${already_added.length} unchanged`);
    await withClient(app.sourceUrl, (client) => client.query(all.slice(0, CHANGED).map(change).join(';\n')));
    const changed = await timed(
      `diff, ${CHANGED} changed`,
      look,
      ({ modified, added: fresh, deleted }) =>
        `${modified.length} modified, ${fresh.length} new, ${deleted.length} gone`,
    );
    await timed('diff again', look, ({ modified }) => `${modified.length} modified`);
    await timed(
      `batch-commit of ${changed.modified.length} updates`,
      () => commit(changed.modified, 'update'),
      (failed) => `${failed} refused`,
    );
    await timed('diff afterward', look, ({ modified }) => `${modified.length} modified`);
  } finally {
    await app.stop();
  }
}

async function timed<T>(name: string, work: () => Promise<T>, words: (answer: T) => string): Promise<T> {
  const startedAtMs = performance.now();
  const answer = await work();
  const took = ((performance.now() - startedAtMs) / 1000).toFixed(2).padStart(7);
  console.log(`${name.padEnd(34)}${took} s   ${words(answer)}`);
  return answer;
}
