import * as audit from '@/lib/contract/audit/audit';
import { listAuditActions } from '@/server/audit/list-audit';
import { route } from '@/server/http/route';

export const GET = route(audit.listAuditActions, listAuditActions);
