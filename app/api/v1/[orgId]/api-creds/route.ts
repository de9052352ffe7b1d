import * as requests from '@/lib/contract/sources/requests';
import { route } from '@/server/http/route';
import { listApiCredentials } from '@/server/sources/connections/list-api-credentials';

export const GET = route(requests.listApiCredentials, listApiCredentials);
