import * as mail from '@/lib/contract/sharing/mail';
import { route } from '@/server/http/route';
import { sendFolderLink } from '@/server/sharing/send-link';

export const POST = route(mail.sendFolderLink, sendFolderLink);
