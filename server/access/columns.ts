import { accessLevel, accessRole } from '@/lib/contract/library/commands';
import { orgRole } from '@/lib/contract/people/people';
import { visibility } from '@/lib/settings/command-choices';
import { column } from '@/server/base/database/statements';

/** The columns that decide access, for the shapes of rows. */
export const accessColumn = {
  orgRole,
  membershipState: column.oneOf(['active', 'pending', 'deleted']),
  role: accessRole,
  level: accessLevel,
  visibility,
};
