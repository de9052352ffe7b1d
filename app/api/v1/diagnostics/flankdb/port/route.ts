import { checkDatabasePort } from '@/lib/contract/diagnostics/services';
import { route } from '@/server/http/route';
import { checkDatabasePort as check } from '@/server/insight/diagnostics/services/database';

export const GET = route(checkDatabasePort, check);
