import * as accessRequests from '@/lib/contract/access-requests';
import { listEngineers } from '@/server/access-requests/list-engineers';
import { route } from '@/server/http/route';

export const GET = route(accessRequests.listEngineers, listEngineers);
