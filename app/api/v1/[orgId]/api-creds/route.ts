import * as requests from '@/lib/contract/requests';
import { listApiCredentials } from '@/server/credentials/list-api-credentials';
import { route } from '@/server/http/route';

export const GET = route(requests.listApiCredentials, listApiCredentials);
