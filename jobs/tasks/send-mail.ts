import type { RunningRuns } from '@/jobs/running-runs';
import { sendMail } from '@/server/mail/send-mail';
import type { TaskPayload } from '@/server/queue/tasks';

export async function sendMailTask(
  payload: TaskPayload<'send_mail'>,
  { workerId }: Pick<RunningRuns, 'workerId'>,
): Promise<void> {
  await sendMail(payload.mailId, workerId);
}
