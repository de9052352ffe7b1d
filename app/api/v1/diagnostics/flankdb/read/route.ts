import { checkDatabaseRead } from '@/lib/contract/diagnostics/services';
import { route } from '@/server/http/route';
import { checkDatabaseRead as check } from '@/server/insight/diagnostics/services/database';

export const GET = route(checkDatabaseRead, check);
