import * as sync from '@/lib/contract/sync';
import { route } from '@/server/http/route';
import { commitBatch } from '@/server/sources/sync/commit-batch';

export const POST = route(sync.commitBatch, commitBatch);
