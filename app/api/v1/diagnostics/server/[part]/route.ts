import { checkServer } from '@/lib/contract/diagnostics/server';
import { route } from '@/server/http/route';
import { checkServer as check } from '@/server/insight/diagnostics/server/check-server';

export const GET = route(checkServer, check);
