import * as mail from '@/lib/contract/sharing/mail';
import { readOutboxMessage } from '@/server/delivery/outbox-message';
import { route } from '@/server/http/route';

export const GET = route(mail.readOutboxMessage, readOutboxMessage);
