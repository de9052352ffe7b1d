import { endSession } from '@/lib/contract/people/sessions';
import { route } from '@/server/http/route';
import { endOwnSession } from '@/server/people/sign-in/own-sessions';

export const DELETE = route(endSession, endOwnSession);
