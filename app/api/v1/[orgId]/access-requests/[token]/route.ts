import * as accessRequests from '@/lib/contract/access-requests';
import { readAccessRequest } from '@/server/access-requests/read-access-request';
import { route } from '@/server/http/route';

export const GET = route(accessRequests.readAccessRequest, readAccessRequest);
