import * as credentials from '@/lib/contract/credentials';
import { route } from '@/server/http/route';
import { listDatabaseCredentials } from '@/server/sources/connections/list-credentials';

export const GET = route(credentials.listDatabaseCredentials, listDatabaseCredentials);
