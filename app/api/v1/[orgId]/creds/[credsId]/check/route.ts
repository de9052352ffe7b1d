import * as credentials from '@/lib/contract/credentials';
import { checkCredential } from '@/server/credentials/update-credential';
import { route } from '@/server/http/route';

export const POST = route(credentials.checkCredential, checkCredential);
