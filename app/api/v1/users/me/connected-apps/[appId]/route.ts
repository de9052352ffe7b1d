import { revokeConnectedApp as operation } from '@/lib/contract/people/connected-apps';
import { route } from '@/server/http/route';
import { revokeConnectedApp } from '@/server/programs/oauth/connected-apps';

export const DELETE = route(operation, revokeConnectedApp);
