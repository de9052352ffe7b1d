import * as credentials from '@/lib/contract/sources/credentials';
import { route } from '@/server/http/route';
import { updateGithubCredential } from '@/server/sources/connections/update-repository';

export const PATCH = route(credentials.updateGithubCredential, updateGithubCredential);
