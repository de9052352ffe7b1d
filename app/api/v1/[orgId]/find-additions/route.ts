import * as sync from '@/lib/contract/sync';
import { route } from '@/server/http/route';
import { findAdditions } from '@/server/sources/sync/diffs';

export const POST = route(sync.findAdditions, findAdditions);
