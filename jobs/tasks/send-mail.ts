import type { RunningRuns } from '@/jobs/running-runs';
import type { TaskPayload } from '@/server/base/events/tasks';
import { sendMail } from '@/server/delivery/send-mail';

export async function sendMailTask(
  payload: TaskPayload<'send_mail'>,
  { workerId }: Pick<RunningRuns, 'workerId'>,
): Promise<void> {
  await sendMail(payload.mailId, workerId);
}
