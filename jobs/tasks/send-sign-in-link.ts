import { sendSignInLink } from '@/server/identity/email-links/send-link';
import type { TaskPayload } from '@/server/queue/tasks';

export const sendSignInLinkTask = (payload: TaskPayload<'send_sign_in_link'>): Promise<void> =>
  sendSignInLink(payload.linkId);
