import statement from 'sql-template-tag';
import { codeHash } from '@/lib/base/build';
import { counted } from '@/lib/base/text/counted';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { isAlive } from '@/server/base/events/worker-alive';
import { missingWorkerTags } from '@/server/connections/missing-tags';
import { deservesALook, fact, isBroken, isWell, type ServerChecker, seconds } from './server-finding';

const WORKER = {
  worker_id: column.text,
  is_alive: column.boolean,
  age: column.int,
  silence: column.int,
  places: column.int.nullable(),
  tags: column.texts,
  in_use: column.int,
  build: column.text.nullable(),
  code_hash: column.text.nullable(),
};

const SHORT_HASH = 10;

/** Which workers are alive, their places, and whether they run the same code as this process. */
export const checkWorkers: ServerChecker = async () => {
  const workers = await query(
    WORKER,
    statement`select w.worker_id, (${isAlive(env().workerDeadAfterSeconds)}) as is_alive,
        extract(epoch from now() - w.started_at)::int as age,
        extract(epoch from now() - w.heartbeat_at)::int as silence,
        w.places, w.tags, w.build, w.code_hash,
        (select count(*)::int from open_run o
          where o.worker_id = w.worker_id and o.state in ('executing', 'beginning')) as in_use
      from worker w order by w.started_at, w.worker_id`,
  );
  const alive = workers.filter(({ is_alive }) => is_alive);
  const places = alive.reduce((total, { places: own }) => total + (own ?? 0), 0);
  const inUse = alive.reduce((total, { in_use }) => total + in_use, 0);
  const more = {
    facts: [fact('Workers alive', alive.length), fact('Places', places), fact('Places in use', inUse)],
    tables: [
      {
        title: 'Workers',
        columns: ['Worker', 'State', 'Started', 'Last heard', 'Places in use', 'Tags', 'Commit'],
        rows: workers.map(rowOf),
      },
    ],
  };
  if (alive.length === 0) return isBroken('No worker is running. Runs wait until one is.', more);
  const missing = await missingWorkerTags();
  if (missing.length > 0) {
    const isOne = missing.length === 1;
    return isBroken(
      `No worker with the ${isOne ? 'tag' : 'tags'} ${missing.join(', ')} is alive. Runs of connections with ${isOne ? 'it' : 'one of them'} wait.`,
      more,
    );
  }
  const silent = workers.length - alive.length;
  if (silent > 0) {
    return deservesALook(
      `${counted(silent, 'worker')} stopped without saying so. ${silent === 1 ? 'Its log says why; its' : 'Their logs say why; their'} runs were ended.`,
      more,
    );
  }
  const others = alive.filter((worker) => worker.code_hash !== codeHash).length;
  if (others > 0) {
    return deservesALook(
      `${counted(others, 'worker')} with different code than web. Restart ${others === 1 ? 'it' : 'them'}.`,
      more,
    );
  }
  return isWell(`${counted(alive.length, 'worker')}, ${inUse} of ${counted(places, 'place')} in use.`, more);
};

const rowOf = (worker: RowOf<typeof WORKER>): string[] => [
  worker.worker_id,
  worker.is_alive ? 'alive' : 'silent',
  `${seconds(worker.age)} ago`,
  `${seconds(worker.silence)} ago`,
  `${worker.in_use} of ${worker.places ?? 'unknown'}`,
  worker.tags.join(', '),
  worker.build?.slice(0, SHORT_HASH) ?? 'unknown',
];
