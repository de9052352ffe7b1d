import { syncEnvironmentDatabases as operation } from '@/lib/contract/sources/sync-environment';
import { route } from '@/server/http/route';
import { syncEnvironmentDatabases } from '@/server/sources/connections/sync-environment';

export const POST = route(operation, syncEnvironmentDatabases);
