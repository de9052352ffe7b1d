import { env } from '@/server/base/env';
import { isHeld } from '@/server/base/installation/held';
import { troublesEverywhere } from '@/server/base/outside/troubles-everywhere';
import { failed, found } from '../finding';
import { checkMail as checkMailOfServer } from '../server/mail';
import { sharedCheck } from './answer-service';
import { HELD } from './server';

/** How many messages there are is for the operator: they are those of every organization. */
export const checkMail = sharedCheck('mail', async () => {
  if (env().mail === null)
    return found('No mail server is set up: messages stay in the outbox, where admins copy their links.');
  if (await isHeld()) return failed(HELD);
  const trouble = (await troublesEverywhere()).find(({ service }) => service === 'mail');
  if (trouble !== undefined) {
    return failed(
      `The mail server has failed since ${trouble.since}. Messages wait in the outbox, which says why, and are tried again.`,
    );
  }
  const { state } = await checkMailOfServer();
  if (state === 'failure')
    return failed("The mail server can't be reached, or messages have waited for long. The outbox says why.");
  return found('The mail server can be reached, and messages leave.');
});
