import * as credentials from '@/lib/contract/credentials';
import { listCredentialCommands } from '@/server/credentials/delete-credential';
import { route } from '@/server/http/route';

export const GET = route(credentials.listCredentialCommands, listCredentialCommands);
