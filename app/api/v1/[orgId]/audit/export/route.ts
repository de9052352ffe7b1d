import * as audit from '@/lib/contract/audit';
import { exportAudit } from '@/server/audit/export-audit';
import { route } from '@/server/http/route';

export const GET = route(audit.exportAudit, exportAudit);
