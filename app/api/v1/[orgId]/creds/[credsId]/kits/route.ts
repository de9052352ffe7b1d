import * as credentials from '@/lib/contract/sources/credentials';
import { route } from '@/server/http/route';
import { listCredentialCommands } from '@/server/sources/connections/delete-credential';

export const GET = route(credentials.listCredentialCommands, listCredentialCommands);
