import { env } from '@/server/base/env';
import { isHeld } from '@/server/base/installation/held';
import { failed, found } from '../finding';
import { checkMail as checkMailOfServer, mailTrouble, reachError } from '../server/mail';
import { sharedCheck } from './answer-service';
import { HELD } from './server';

/** How many messages there are is for the operator: they are those of every organization. */
export const checkMail = sharedCheck('mail', async () => {
  const { mail } = env();
  if (mail === null)
    return found('No mail server is set up: messages stay in the outbox, where admins copy their links.');
  if (await isHeld()) return failed(HELD);
  const trouble = await mailTrouble(mail.smtpUrl);
  if (trouble !== null) return failed(trouble);
  const error = await reachError(mail.smtpUrl);
  if (error !== null) return failed("The mail server can't be reached.", error);
  const { state } = await checkMailOfServer();
  if (state === 'failure') return failed('Messages have waited for long. The outbox says why.');
  return found('The mail server can be reached, and messages leave.');
});
