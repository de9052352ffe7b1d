import * as accessRequests from '@/lib/contract/access-requests';
import { requestAccess } from '@/server/access-requests/request-access';
import { route } from '@/server/http/route';

export const POST = route(accessRequests.sendGeneralEmail, requestAccess);
