import statement from 'sql-template-tag';
import type { recordRecent as recordRecentOperation } from '@/lib/contract/recents';
import { forbidden } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { execute } from '@/server/statements';

/** Notes that the caller looked at a command or shared it. Looking is no change, so it leaves no audit row. */
export async function recordRecent({
  actor,
  subject,
  params,
  body,
}: Context<typeof recordRecentOperation>): Promise<undefined> {
  if (params.userId !== actor.userId) throw forbidden('Recent commands are noted by their own person alone.');
  await execute(statement`insert into recent_command (org_id, user_id, command_id, source, last_viewed_at)
     values (${subject.orgId}, ${actor.userId}, ${subject.commandId}, ${body.source}, now())
     on conflict (org_id, user_id, command_id)
     do update set source = excluded.source, last_viewed_at = excluded.last_viewed_at`);
  return undefined;
}
