import * as audit from '@/lib/contract/audit/audit';
import { listAudit } from '@/server/audit/list-audit';
import { route } from '@/server/http/route';

export const GET = route(audit.listAudit, listAudit);
