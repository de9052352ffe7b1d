import * as accessRequests from '@/lib/contract/sharing/access-requests';
import { route } from '@/server/http/route';
import { listEngineers } from '@/server/sharing/list-engineers';

export const GET = route(accessRequests.listEngineers, listEngineers);
