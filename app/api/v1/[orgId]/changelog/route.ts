import * as changelog from '@/lib/contract/command/changelog';
import { listChangelog } from '@/server/commands/revisions/list-changelog';
import { route } from '@/server/http/route';

export const GET = route(changelog.listChangelog, listChangelog);
