import { checkHello } from '@/lib/contract/diagnostics';
import { checkHello as check } from '@/server/http/hello';
import { route } from '@/server/http/route';

export const GET = route(checkHello, check);
