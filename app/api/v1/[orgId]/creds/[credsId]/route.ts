import * as credentials from '@/lib/contract/sources/credentials';
import { route } from '@/server/http/route';
import { deleteCredential } from '@/server/sources/connections/delete-credential';
import { readCredential } from '@/server/sources/connections/list-credentials';
import { updateCredential } from '@/server/sources/connections/update-credential';

export const GET = route(credentials.readCredential, readCredential);
export const PATCH = route(credentials.updateCredential, updateCredential);
export const DELETE = route(credentials.deleteCredential, deleteCredential);
