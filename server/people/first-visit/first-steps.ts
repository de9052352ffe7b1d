import statement from 'sql-template-tag';
import type {
  closeFirstSteps as closeFirstStepsOperation,
  readFirstSteps as readFirstStepsOperation,
} from '@/lib/contract/library/first-visit';
import { orgHasGrants } from '@/server/access/has-grants';
import { clock } from '@/server/base/clock';
import { column, execute, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

const STEPS = {
  has_connection: column.boolean,
  has_run: column.boolean,
  has_colleague: column.boolean,
  has_shared: column.boolean,
  command_id: column.int.nullable(),
};

/** What has been done in an organization, by anyone. */
export async function readFirstSteps({ subject }: Context<typeof readFirstStepsOperation>) {
  const { orgId } = subject;
  const [row] = await query(
    STEPS,
    statement`select
      exists (select 1 from credential where org_id = ${orgId} and deleted_at is null) as has_connection,
      exists (select 1 from run where org_id = ${orgId}) as has_run,
      (select count(*) from (select from membership where org_id = ${orgId} and state <> 'deleted' limit 2) m) > 1
        as has_colleague,
      ${orgHasGrants(orgId)} as has_shared,
      (select c.command_id from command c join template t on t.org_id = c.org_id and t.template_id = c.template_id
        where c.org_id = ${orgId} and c.deleted_at is null
        order by t.warning_tag is not distinct from 'safe' desc, c.command_id desc limit 1) as command_id`,
  );
  return {
    hasConnection: row?.has_connection ?? false,
    hasCommand: row?.command_id != null,
    hasRun: row?.has_run ?? false,
    hasColleague: row?.has_colleague ?? false,
    hasShared: row?.has_shared ?? false,
    commandId: row?.command_id ?? null,
  };
}

/** Hides the steps from the caller. What a person has seen is not a change to the organization: no audit row. */
export async function closeFirstSteps({
  actor,
  subject,
}: Context<typeof closeFirstStepsOperation>): Promise<undefined> {
  // They know their way then: the tour, which waited for the end of the first steps, doesn't start by itself.
  await execute(
    statement`with closed as (
       update membership set first_steps_closed_at = coalesce(first_steps_closed_at, ${clock.now()})
       where org_id = ${subject.orgId} and user_id = ${actor.userId})
     update "user" set tour_ended_at = coalesce(tour_ended_at, ${clock.now()}) where user_id = ${actor.userId}`,
  );
  return undefined;
}
