import * as sync from '@/lib/contract/sources/sync';
import { route } from '@/server/http/route';
import { commitBatch } from '@/server/sources/sync/commit-batch';

export const POST = route(sync.commitBatch, commitBatch);
