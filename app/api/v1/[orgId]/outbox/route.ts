import * as mail from '@/lib/contract/sharing/mail';
import { route } from '@/server/http/route';
import { listOutbox } from '@/server/messages/outbox';

export const GET = route(mail.listOutbox, listOutbox);
