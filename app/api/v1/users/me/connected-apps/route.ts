import * as connectedApps from '@/lib/contract/identity/connected-apps';
import { route } from '@/server/http/route';
import { connectApp } from '@/server/oauth/connect-app';
import { listConnectedApps } from '@/server/oauth/connected-apps';

export const GET = route(connectedApps.listConnectedApps, listConnectedApps);
export const POST = route(connectedApps.connectApp, connectApp);
