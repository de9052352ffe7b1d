import * as credentials from '@/lib/contract/sources/credentials';
import { route } from '@/server/http/route';
import { createCredential } from '@/server/sources/connections/create-credential';
import { listCredentials } from '@/server/sources/connections/list-credentials';

export const GET = route(credentials.listCredentials, listCredentials);
export const POST = route(credentials.createCredential, createCredential);
