import * as mail from '@/lib/contract/sharing/mail';
import { sendAgain } from '@/server/delivery/outbox-message';
import { route } from '@/server/http/route';

export const POST = route(mail.sendAgain, sendAgain);
