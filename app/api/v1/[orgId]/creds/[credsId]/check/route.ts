import * as credentials from '@/lib/contract/sources/credentials';
import { route } from '@/server/http/route';
import { checkCredential } from '@/server/sources/connections/update-credential';

export const POST = route(credentials.checkCredential, checkCredential);
