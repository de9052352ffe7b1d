import * as accessRequests from '@/lib/contract/sharing/access-requests';
import { route } from '@/server/http/route';
import { requestAccess } from '@/server/sharing/request-access';

export const POST = route(accessRequests.sendGeneralEmail, requestAccess);
