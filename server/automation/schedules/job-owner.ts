import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { query } from '@/server/base/database/statements';
import { actorOf, PEOPLE, PERSON } from '@/server/people/sign-in/load-actor';

/** The principal of a job's runs: its owner, who may run its command and nothing else. Null if they no longer exist. */
export async function loadOwner(
  ownerUserId: string,
  job: { jobId: number; commandId: number },
): Promise<Person | null> {
  const [row] = await query(PERSON, statement`${PEOPLE} where u.user_id = ${ownerUserId}`);
  const actor = actorOf(row, { kind: 'schedule', ...job });
  return actor.kind === 'person' ? actor : null;
}
