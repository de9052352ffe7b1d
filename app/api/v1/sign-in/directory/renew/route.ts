import * as signIn from '@/lib/contract/identity/directory-sign-in';
import { renewDirectorySession } from '@/server/directory/sign-in/renew';
import { route } from '@/server/http/route';

export const POST = route(signIn.renewDirectorySession, renewDirectorySession);
