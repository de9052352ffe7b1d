import * as requests from '@/lib/contract/sources/requests';
import { route } from '@/server/http/route';
import { readApiAuth, updateApiAuth } from '@/server/sources/connections/api-auth';

export const GET = route(requests.readApiAuth, readApiAuth);
export const PATCH = route(requests.updateApiAuth, updateApiAuth);
