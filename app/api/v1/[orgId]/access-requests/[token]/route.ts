import * as accessRequests from '@/lib/contract/sharing/access-requests';
import { route } from '@/server/http/route';
import { readAccessRequest } from '@/server/sharing/read-access-request';

export const GET = route(accessRequests.readAccessRequest, readAccessRequest);
