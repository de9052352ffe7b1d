import * as sync from '@/lib/contract/sources/sync';
import { route } from '@/server/http/route';
import { findAdditions } from '@/server/sources/sync/diffs';

export const POST = route(sync.findAdditions, findAdditions);
