import * as ignore from '@/lib/contract/sources/sync-ignore';
import { route } from '@/server/http/route';
import { unignoreThing } from '@/server/sources/sync/ignore';

export const DELETE = route(ignore.unignoreThing, unignoreThing);
