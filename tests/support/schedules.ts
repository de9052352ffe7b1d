import { prisma } from '@/server/prisma';

/** A scheduled job as it is stored, which fires daily at 3:00. */
export async function createScheduledJob(
  orgId: string,
  commandId: number,
  ownerUserId: string,
  more: Partial<Parameters<ReturnType<typeof prisma>['scheduledJob']['create']>[0]['data']> = {},
): Promise<number> {
  const data = {
    orgId,
    commandId,
    ownerUserId,
    modifiedByUserId: ownerUserId,
    name: 'Nightly',
    cronExpression: '0 3 * * *',
    cronTimezone: 'Etc/UTC',
  };
  const { scheduledJobId } = await prisma().scheduledJob.create({
    data: { ...data, ...more } as typeof data,
  });
  return scheduledJobId;
}

/** An alert of a job by mail to a person. With an id, it is only made if it isn't there. */
export async function createAlert(
  orgId: string,
  scheduledJobId: number,
  userId: string,
  jobAlertId?: number,
): Promise<number> {
  const data = {
    orgId,
    scheduledJobId,
    userId,
    channel: 'email',
    events: ['failure'],
    createdByUserId: userId,
  };
  if (jobAlertId === undefined) return (await prisma().jobAlert.create({ data })).jobAlertId;
  await prisma().jobAlert.upsert({ where: { jobAlertId }, update: {}, create: { ...data, jobAlertId } });
  return jobAlertId;
}
