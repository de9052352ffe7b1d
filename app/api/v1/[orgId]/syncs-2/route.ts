import * as sync from '@/lib/contract/sync';
import { route } from '@/server/http/route';
import { syncTemplate } from '@/server/sources/sync/sync-one';

export const POST = route(sync.syncTemplate, syncTemplate);
