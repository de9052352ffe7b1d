import * as signIn from '@/lib/contract/people/directory-sign-in';
import { route } from '@/server/http/route';
import { renewDirectorySession } from '@/server/people/directory/sign-in/renew';

export const POST = route(signIn.renewDirectorySession, renewDirectorySession);
