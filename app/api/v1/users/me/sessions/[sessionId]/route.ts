import { endSession } from '@/lib/contract/identity/sessions';
import { route } from '@/server/http/route';
import { endOwnSession } from '@/server/identity/own-sessions';

export const DELETE = route(endSession, endOwnSession);
