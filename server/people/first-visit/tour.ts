import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { endTour as endTourOperation } from '@/lib/contract/library/first-visit';
import { clock } from '@/server/base/clock';
import { column, execute, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

/** Records that the caller has seen the tour. */
export async function endTour({ actor }: Context<typeof endTourOperation>): Promise<undefined> {
  await execute(
    statement`update "user" set tour_ended_at = coalesce(tour_ended_at, ${clock.now()})
      where user_id = ${actor.userId}`,
  );
  return undefined;
}

/** What a person is still shown in the library of an organization because they are new. */
export interface FirstVisit {
  /** Not over the first steps, which say the same to an admin. */
  startsTour: boolean;
  /** Only admins have first steps. */
  showsFirstSteps: boolean;
}

/** Reads what a member is shown because they are new to Pushboard, or to being an admin of the organization. */
export async function firstVisitOf(person: Person, orgId: string): Promise<FirstVisit> {
  const [row] = await query(
    { starts_tour: column.boolean, shows_steps: column.boolean },
    statement`select u.tour_ended_at is null as starts_tour,
        m.role = 'admin' and m.first_steps_closed_at is null as shows_steps
      from membership m join "user" u on u.user_id = m.user_id
      where m.org_id = ${orgId} and m.user_id = ${person.userId}`,
  );
  const showsFirstSteps = row?.shows_steps ?? false;
  return { startsTour: !showsFirstSteps && (row?.starts_tour ?? false), showsFirstSteps };
}
