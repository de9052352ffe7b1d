import * as credentials from '@/lib/contract/credentials';
import { createCredential } from '@/server/credentials/create-credential';
import { listCredentials } from '@/server/credentials/list-credentials';
import { route } from '@/server/http/route';

export const GET = route(credentials.listCredentials, listCredentials);
export const POST = route(credentials.createCredential, createCredential);
