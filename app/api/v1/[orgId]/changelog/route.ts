import * as changelog from '@/lib/contract/changelog';
import { route } from '@/server/http/route';
import { listChangelog } from '@/server/revisions/list-changelog';

export const GET = route(changelog.listChangelog, listChangelog);
