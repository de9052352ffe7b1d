import * as viewCode from '@/lib/contract/command/view-code';
import { route } from '@/server/http/route';
import { readCode } from '@/server/sources/sync/read-code';

export const GET = route(viewCode.readCode, readCode);
