import { checkAuthorizedHello } from '@/lib/contract/diagnostics/services';
import { route } from '@/server/http/route';
import { checkAuthorizedHello as check } from '@/server/insight/diagnostics/services/hello';

export const GET = route(checkAuthorizedHello, check);
