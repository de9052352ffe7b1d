import * as credentials from '@/lib/contract/credentials';
import { deleteCredential } from '@/server/credentials/delete-credential';
import { readCredential } from '@/server/credentials/list-credentials';
import { updateCredential } from '@/server/credentials/update-credential';
import { route } from '@/server/http/route';

export const GET = route(credentials.readCredential, readCredential);
export const PATCH = route(credentials.updateCredential, updateCredential);
export const DELETE = route(credentials.deleteCredential, deleteCredential);
