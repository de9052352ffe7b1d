import { checkWorker } from '@/lib/contract/diagnostics/services';
import { route } from '@/server/http/route';
import { checkWorker as check } from '@/server/insight/diagnostics/services/server';

export const GET = route(checkWorker, check);
