import * as sync from '@/lib/contract/sync';
import { route } from '@/server/http/route';
import { readDiff } from '@/server/sources/sync/diffs';

export const GET = route(sync.readDiff, readDiff);
