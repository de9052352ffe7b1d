import { decideOnOrg } from '@/lib/access/decide';
import type { Person } from '@/lib/access/vocabulary';
import type { TemplateSettingValues } from '@/lib/settings/command-settings';
import { forbidden } from '@/server/base/errors';

type Startup = Pick<TemplateSettingValues, 'isRunOnStartup'>;

/**
 * Whether a person may make this change to whether a command runs on startup. What a startup command returns is filled in
 * everywhere in the organization, also in commands and connections that its engineers don't have. So an admin has to say
 * that it may.
 */
export const mayStartUp = (actor: Person, orgId: string, before: Startup, after: Startup): boolean =>
  before.isRunOnStartup ||
  !after.isRunOnStartup ||
  decideOnOrg(actor, 'org.manage', orgId, false) === 'allowed';

/** Throws 403 if the person may not make this change. */
export function refuseNewStartup(actor: Person, orgId: string, before: Startup, after: Startup): void {
  if (mayStartUp(actor, orgId, before, after)) return;
  throw forbidden(
    'Only an admin of the organization can make a command run on startup, because what it returns is filled in everywhere in the organization. Ask one of them to switch it on.',
  );
}
