import * as credentials from '@/lib/contract/credentials';
import { readCredential } from '@/server/credentials/list-credentials';
import { route } from '@/server/http/route';

export const GET = route(credentials.readCredential, readCredential);
