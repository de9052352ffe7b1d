import { syncEnvironmentDatabases as operation } from '@/lib/contract/environment/sync-environment';
import { syncEnvironmentDatabases } from '@/server/credentials/sync-environment';
import { route } from '@/server/http/route';

export const POST = route(operation, syncEnvironmentDatabases);
