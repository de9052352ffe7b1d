import { listDiagnosticConnections } from '@/lib/contract/diagnostics/connections';
import { route } from '@/server/http/route';
import { listDiagnosticConnections as list } from '@/server/insight/diagnostics/connections/list-connections';

export const GET = route(listDiagnosticConnections, list);
