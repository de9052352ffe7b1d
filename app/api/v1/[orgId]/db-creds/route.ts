import * as credentials from '@/lib/contract/sources/credentials';
import { route } from '@/server/http/route';
import { listDatabaseCredentials } from '@/server/sources/connections/list-credentials';

export const GET = route(credentials.listDatabaseCredentials, listDatabaseCredentials);
