import * as sync from '@/lib/contract/sources/sync';
import { route } from '@/server/http/route';
import { readDiff } from '@/server/sources/sync/diffs';

export const GET = route(sync.readDiff, readDiff);
