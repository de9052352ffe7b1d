import * as connectedApps from '@/lib/contract/people/connected-apps';
import { route } from '@/server/http/route';
import { connectApp } from '@/server/programs/oauth/connect-app';
import { listConnectedApps } from '@/server/programs/oauth/connected-apps';

export const GET = route(connectedApps.listConnectedApps, listConnectedApps);
export const POST = route(connectedApps.connectApp, connectApp);
