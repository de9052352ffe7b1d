import type { listEngineers as listEngineersOperation } from '@/lib/contract/sharing/access-requests';
import { engineersOf } from '@/server/access/engineers';
import type { Context } from '@/server/operations/context';

export async function listEngineers({
  subject: { orgId, commandId, name },
}: Context<typeof listEngineersOperation>) {
  return { commandId, name, engineers: await engineersOf(orgId, commandId) };
}
