import { checkMail } from '@/lib/contract/diagnostics/services';
import { route } from '@/server/http/route';
import { checkMail as check } from '@/server/insight/diagnostics/services/mail';

export const GET = route(checkMail, check);
