import type { CallInput } from '@/lib/api-client';
import type { listCommands } from '@/lib/contract/commands';

/** What the library asks for: the commands one has access to that are neither hidden nor deleted, by name. */
export function libraryInput(orgId: string): CallInput<typeof listCommands> {
  return { params: { orgId }, query: { filter: ['is_deleted:false', 'is_hidden:false'] } };
}
