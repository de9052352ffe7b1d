import { prisma } from '@/server/base/database/prisma';

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

/** Links a job to a row decoration, and to the error jump, which both run `targetCommandId`; again if they were unlinked. */
export async function createAutoRuns(
  orgId: string,
  scheduledJobId: number,
  decorationId: number,
  targetCommandId: number,
): Promise<void> {
  const data = { orgId, scheduledJobId, targetCommandId, name: 'Walked' };
  await prisma().scheduledAutoRun.upsert({
    where: { scheduledJobId_decorationId: { scheduledJobId, decorationId } },
    update: {},
    create: { ...data, kind: 'row', decorationId },
  });
  const errors = { scheduledJobId, kind: 'error' as const };
  if ((await prisma().scheduledAutoRun.count({ where: errors })) === 0) {
    await prisma().scheduledAutoRun.create({ data: { ...data, ...errors } });
  }
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
