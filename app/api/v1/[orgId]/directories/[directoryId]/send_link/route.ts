import * as mail from '@/lib/contract/mail';
import { route } from '@/server/http/route';
import { sendFolderLink } from '@/server/mail/send-link';

export const POST = route(mail.sendFolderLink, sendFolderLink);
