import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { smtpDouble } from '../../../support/doubles/smtp';
import { type Calls, DANA, JONAS } from '../calls';
import type { Commands } from '../make-commands';
import type { Workspace } from '../workspace';

/** Creates a message that was sent, one that was rejected, and one that is tried again. */
export async function fillMail(workspace: Workspace, calls: Calls, command: Commands): Promise<void> {
  const server = await smtpDouble();
  server.refusals.set('maria@pushboard.example', { status: 550, text: 'No such user here' });
  server.refusals.set('jonas@pushboard.example', { status: 450, text: 'Come back later' });
  await server.start();
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'Pushboard <pushboard@example.com>' };
  await workspace.startWeb(settings);
  await workspace.startWorker(settings);
  const recipients = [{ userId: 'demo-maria' }, { userId: JONAS }];
  await calls.inSandbox('POST', `/kits/${command('orderTotal').kitId}/send_link`, { recipients });
  await calls.inSandbox(
    'POST',
    `/kits/${command('orderTotal').kitId}/send_link`,
    { recipients: [{ userId: DANA }], optionalNote: 'See here' },
    JONAS,
  );
  const states = z.array(z.object({ state: z.string(), attempts: z.int() }));
  for (let tries = 0; tries < 100; tries += 1) {
    const rows = states.parse(await calls.inSandbox('GET', '/outbox'));
    const isTried = rows.some(({ state, attempts }) => state === 'waiting' && attempts > 0);
    if (isTried && ['sent', 'failed'].every((wanted) => rows.some(({ state }) => state === wanted))) break;
    await sleep(100);
  }
  await workspace.stopWorker();
  await server.stop();
  await workspace.startWeb();
}
