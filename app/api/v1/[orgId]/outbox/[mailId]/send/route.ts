import * as mail from '@/lib/contract/sharing/mail';
import { route } from '@/server/http/route';
import { sendAgain } from '@/server/messages/outbox';

export const POST = route(mail.sendAgain, sendAgain);
