import * as sync from '@/lib/contract/sources/sync';
import { route } from '@/server/http/route';
import { syncTemplate } from '@/server/sources/sync/sync-one';

export const POST = route(sync.syncTemplate, syncTemplate);
