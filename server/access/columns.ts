import { accessLevel, accessRole } from '@/lib/contract/commands';
import { orgRole } from '@/lib/contract/people';
import { visibility } from '@/lib/settings/command-settings';
import { column } from '@/server/base/database/statements';

/** The columns that decide access, for the shapes of rows. */
export const accessColumn = {
  orgRole,
  membershipState: column.oneOf(['active', 'pending', 'deleted']),
  role: accessRole,
  level: accessLevel,
  visibility,
};
