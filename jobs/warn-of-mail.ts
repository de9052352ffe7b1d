import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import { mailProblem } from '@/server/messages/transport';

/** Says at the start that messages can't leave, which otherwise shows only when someone waits for one. */
export async function warnOfMail(): Promise<void> {
  const { mail } = env();
  const problem = mail === null ? null : await mailProblem(mail);
  if (problem !== null) log().warn(problem);
}
