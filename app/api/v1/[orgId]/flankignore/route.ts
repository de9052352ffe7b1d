import * as ignore from '@/lib/contract/sources/sync-ignore';
import { route } from '@/server/http/route';
import { ignoreThing, listIgnored } from '@/server/sources/sync/ignore';

export const POST = route(ignore.ignoreThing, ignoreThing);
export const GET = route(ignore.listIgnored, listIgnored);
