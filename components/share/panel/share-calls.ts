import { callApi } from '@/lib/client/api-client';
import type { BodyOf, ResponseOf } from '@/lib/contract/operation';
import { shareCommand, shareFolder } from '@/lib/contract/sharing/sharing';
import {
  unshareCommandWithGroup,
  unshareCommandWithPerson,
  unshareFolderWithGroup,
  unshareFolderWithPerson,
} from '@/lib/contract/sharing/unshare';
import type { GroupRow, PersonRow, Subject } from './sharing';

/** Shares a command or a folder; the response names recipients who were refused. */
export function callShare(
  { kind, orgId, id }: Subject,
  body: BodyOf<typeof shareCommand>,
): Promise<ResponseOf<typeof shareCommand>> {
  return kind === 'command'
    ? callApi(shareCommand, { params: { orgId, kitId: id }, body })
    : callApi(shareFolder, { params: { orgId, directoryId: id }, body });
}

/** Removes a role that was given here. */
export async function callUnshare(
  { kind, orgId, id }: Subject,
  holder: Pick<PersonRow | GroupRow, 'kind' | 'id'>,
): Promise<void> {
  const person = { orgId, userId: holder.id };
  const group = { orgId, groupId: holder.id };
  if (kind === 'command') {
    if (holder.kind === 'person')
      await callApi(unshareCommandWithPerson, { params: { ...person, kitId: id } });
    else await callApi(unshareCommandWithGroup, { params: { ...group, kitId: id } });
    return;
  }
  if (holder.kind === 'person')
    await callApi(unshareFolderWithPerson, { params: { ...person, directoryId: id } });
  else await callApi(unshareFolderWithGroup, { params: { ...group, directoryId: id } });
}
