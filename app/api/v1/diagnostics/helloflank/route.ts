import { checkHello } from '@/lib/contract/diagnostics/services';
import { route } from '@/server/http/route';
import { checkHello as check } from '@/server/insight/diagnostics/services/hello';

export const GET = route(checkHello, check);
