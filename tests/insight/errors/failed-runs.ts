import type { Prisma } from '@/generated/prisma/client';
import { clock } from '@/server/base/clock';
import { prisma } from '@/server/base/database/prisma';
import { groupFailures } from '@/server/insight/errors/group-failures';
import { RunCounter } from '@/server/insight/rollup/count-runs';
import type { MadeCommand } from '@/tests/support/things/organizations';
import { ORG_A } from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';

export interface Failed {
  message?: string;
  code?: string | null;
  where?: string | null;
  by?: string;
  orgId?: string;
  /** When it was requested, started, and ended. */
  at?: Date;
  params?: object;
  more?: Partial<Prisma.RunUncheckedCreateInput>;
}

/** A run that failed, as a worker leaves it. */
export async function failedRun(of: MadeCommand, failed: Failed = {}): Promise<number> {
  const {
    message = 'Order 1 not found',
    code = 'P0001',
    where = null,
    by = people.runner,
    orgId = ORG_A,
  } = failed;
  const at = failed.at ?? new Date();
  const { runId } = await prisma().run.create({
    data: {
      orgId,
      commandId: of.commandId,
      templateId: of.templateId,
      startedByUserId: by,
      status: 'failed',
      endReason: 'error',
      createdAt: at,
      queuedAt: at,
      startedAt: at,
      endedAt: at,
      params: JSON.stringify(failed.params ?? {}),
      errors: [{ message, code, where, detail: null, hint: null, severity: 'ERROR' }],
      ...failed.more,
    },
  });
  return runId;
}

/** Counts and groups everything that has ended, as the worker does. */
export async function groupAll(nowMs = clock.nowMs()): Promise<void> {
  const counter = new RunCounter();
  while ((await counter.nextBatch()) > 0);
  while ((await groupFailures(nowMs)) > 0);
}
