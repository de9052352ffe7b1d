import * as audit from '@/lib/contract/audit/audit';
import { exportAudit } from '@/server/audit/export-audit';
import { route } from '@/server/http/route';

export const GET = route(audit.exportAudit, exportAudit);
