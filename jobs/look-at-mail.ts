import { pause } from '@/jobs/pause';
import { env } from '@/server/base/env';
import { answersMail } from '@/server/messages/transport';

const LOOK_AGAIN_MS = 60_000;

/**
 * Notes from the start that messages can't leave, which otherwise shows only when someone waits for one. Ends once the mail
 * server answers: each message says from then on whether it still does.
 */
export async function lookAtMail(stop: AbortSignal): Promise<void> {
  const { mail } = env();
  if (mail === null) return;
  while (!stop.aborted && !(await answersMail(mail))) {
    await pause(LOOK_AGAIN_MS, stop);
  }
}
