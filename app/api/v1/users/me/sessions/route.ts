import * as sessions from '@/lib/contract/people/sessions';
import { route } from '@/server/http/route';
import { endOtherSessions, listSessions } from '@/server/people/sign-in/own-sessions';

export const GET = route(sessions.listSessions, listSessions);
export const DELETE = route(sessions.endOtherSessions, endOtherSessions);
