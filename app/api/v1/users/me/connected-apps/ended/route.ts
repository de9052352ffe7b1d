import * as connectedApps from '@/lib/contract/people/connected-apps';
import { route } from '@/server/http/route';
import { listEndedApps } from '@/server/programs/oauth/connected-apps';

export const GET = route(connectedApps.listEndedApps, listEndedApps);
