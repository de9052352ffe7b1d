import { checkDiagnosticConnection } from '@/lib/contract/diagnostics/connections';
import { route } from '@/server/http/route';
import { checkDiagnosticConnection as check } from '@/server/insight/diagnostics/connections/check-connection';

export const GET = route(checkDiagnosticConnection, check);
