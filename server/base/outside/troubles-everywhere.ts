import statement, { type Sql as Statement } from 'sql-template-tag';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { isAlive } from '@/server/base/events/worker-alive';
import { type OutsideService, type Trouble, troubles } from '@/server/base/outside/troubles';

/** The services outside that failed when this process or a worker last called them, each once, since the first failure. */
export async function troublesEverywhere(): Promise<Trouble[]> {
  const rows = await query(
    { troubles: column.json<Trouble[]>() },
    statement`select w.troubles from worker w where ${isAlive(env().workerDeadAfterSeconds)}`,
  );
  const first = new Map<Trouble['service'], Trouble>();
  for (const trouble of [...troubles(), ...rows.flatMap((row) => row.troubles)]) {
    const before = first.get(trouble.service);
    if (before === undefined || trouble.since < before.since) first.set(trouble.service, trouble);
  }
  return [...first.values()];
}

/** A condition: whether a service failed when this process or a worker last called it. */
export const failsSomewhere = (service: OutsideService): Statement =>
  troubles().some((trouble) => trouble.service === service)
    ? statement`true`
    : statement`exists (select from worker w where ${isAlive(env().workerDeadAfterSeconds)}
        and w.troubles @> ${JSON.stringify([{ service }])}::jsonb)`;
