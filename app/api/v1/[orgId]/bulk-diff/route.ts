import * as sync from '@/lib/contract/sync';
import { route } from '@/server/http/route';
import { bulkDiff } from '@/server/sources/sync/diffs';

export const POST = route(sync.bulkDiff, bulkDiff);
