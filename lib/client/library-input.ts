import type { CallInput } from '@/lib/client/api-client';
import type { listCommands } from '@/lib/contract/library/commands';

/**
 * The library's query: the commands that the person can access, by name; hidden ones are a separate query. Every list of
 * commands to choose from uses it, so that all share one request.
 */
export function libraryInput(orgId: string, isHidden: boolean): CallInput<typeof listCommands> {
  return {
    params: { orgId },
    query: { filter: ['is_deleted:false', `is_hidden:${isHidden}`], people: 'brief' },
  };
}
