import type { TaskPayload } from '@/server/base/events/tasks';
import { sendSignInLink } from '@/server/people/sign-in/email-links/send-link';

export const sendSignInLinkTask = (payload: TaskPayload<'send_sign_in_link'>): Promise<void> =>
  sendSignInLink(payload.linkId);
