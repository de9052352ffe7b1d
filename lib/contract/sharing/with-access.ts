import { z } from 'zod';
import { textId } from '@/lib/wire/values';
import { resource, sharedResource } from '@/lib/wire/wire';
import { accessRole } from '../library/commands';

export const accessLevel = z.enum(['org', 'creator', 'user_kit', 'kit', 'dir']);

/** A person with a role on a command or a folder, and what gives them their highest role. */
export const personWithAccess = sharedResource({
  userId: ['user_id', textId],
  uoId: ['uo_id', z.string()],
  name: ['name', z.string()],
  email: ['email', z.string().nullable()],
  role: ['role', accessRole],
  accessLevel: ['access_level', accessLevel],
  isDeleted: ['is_deleted', z.boolean()],
  isPending: ['is_pending_to_org', z.boolean()],
});

export const groupWithAccess = resource({
  groupId: ['group_id', textId],
  name: ['name', z.string()],
  role: ['role', accessRole],
  accessLevel: ['access_level', accessLevel],
  people: ['users', z.array(resource({ userId: ['user_id', textId], name: ['name', z.string()] }))],
});
