import * as requests from '@/lib/contract/requests';
import { readApiAuth, updateApiAuth } from '@/server/credentials/api-auth';
import { route } from '@/server/http/route';

export const GET = route(requests.readApiAuth, readApiAuth);
export const PATCH = route(requests.updateApiAuth, updateApiAuth);
