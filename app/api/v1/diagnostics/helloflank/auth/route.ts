import { checkAuthorizedHello } from '@/lib/contract/diagnostics';
import { checkAuthorizedHello as check } from '@/server/http/hello';
import { route } from '@/server/http/route';

export const GET = route(checkAuthorizedHello, check);
