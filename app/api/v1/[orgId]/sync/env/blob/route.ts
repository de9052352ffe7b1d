import { syncEnvironmentStore as operation } from '@/lib/contract/sources/sync-environment';
import { route } from '@/server/http/route';
import { syncEnvironmentStore } from '@/server/sources/connections/sync-environment';

export const POST = route(operation, syncEnvironmentStore);
