import { syncEnvironmentStore as operation } from '@/lib/contract/environment/sync-environment';
import { syncEnvironmentStore } from '@/server/credentials/sync-environment';
import { route } from '@/server/http/route';

export const POST = route(operation, syncEnvironmentStore);
