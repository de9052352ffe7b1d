import * as sync from '@/lib/contract/sources/sync';
import { route } from '@/server/http/route';
import { bulkDiff } from '@/server/sources/sync/diffs';

export const POST = route(sync.bulkDiff, bulkDiff);
