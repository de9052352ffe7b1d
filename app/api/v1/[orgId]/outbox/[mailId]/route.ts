import * as mail from '@/lib/contract/mail';
import { route } from '@/server/http/route';
import { readOutboxMessage } from '@/server/messages/outbox';

export const GET = route(mail.readOutboxMessage, readOutboxMessage);
