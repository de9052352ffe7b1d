import { z } from 'zod';
import { accessRole } from './commands';
import { orgRole } from './people';
import { textId } from './values';
import { requestBody } from './wire';

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
