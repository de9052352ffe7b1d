import statement from 'sql-template-tag';
import type { recordRecent as recordRecentOperation } from '@/lib/contract/library/recents';
import { execute } from '@/server/base/database/statements';
import { forbidden } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

/** Records that the caller viewed or shared a command. Viewing is not a change, so there is no audit row. */
export async function recordRecent({
  actor,
  subject,
  params,
  body,
}: Context<typeof recordRecentOperation>): Promise<undefined> {
  if (params.userId !== actor.userId) throw forbidden('You can add only to your own recent commands.');
  await execute(statement`insert into recent_command (org_id, user_id, command_id, source, last_viewed_at)
     values (${subject.orgId}, ${actor.userId}, ${subject.commandId}, ${body.source}, now())
     on conflict (org_id, user_id, command_id)
     do update set source = excluded.source, last_viewed_at = excluded.last_viewed_at`);
  return undefined;
}
