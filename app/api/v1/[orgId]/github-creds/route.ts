import * as credentials from '@/lib/contract/sources/credentials';
import { route } from '@/server/http/route';
import { listGithubCredentials } from '@/server/sources/connections/list-credentials';

export const GET = route(credentials.listGithubCredentials, listGithubCredentials);
