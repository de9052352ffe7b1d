import { z } from 'zod';
import { textId } from '@/lib/wire/values';
import { requestBody } from '@/lib/wire/wire';
import { accessRole } from '../library/commands';
import { orgRole } from '../people/people';

/** A person to share with, by id or by address; everything else is optional. */
export const recipient = requestBody({
  userId: ['userId', textId.nullish()],
  email: ['email', z.string().max(320).nullish()],
  name: ['name', z.string().nullish()],
  uoId: ['uoId', z.string().nullish()],
  role: ['newKitDirRole', accessRole.nullish()],
  orgRole: ['newOrgRole', orgRole.nullish()],
  isNewToOrg: ['newToOrg', z.boolean().nullish()],
  isNewToSubject: ['newToKitDir', z.boolean().nullish()],
  userCommandShare: ['userKitShare', z.unknown().optional()],
});
