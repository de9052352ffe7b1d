import * as credentials from '@/lib/contract/credentials';
import { listDatabaseCredentials } from '@/server/credentials/list-credentials';
import { route } from '@/server/http/route';

export const GET = route(credentials.listDatabaseCredentials, listDatabaseCredentials);
