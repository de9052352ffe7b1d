import { z } from 'zod';
import { type Setting, yesOrNo } from './setting';

/** For how long a request for approval can wait. */
export const MOST_APPROVAL_HOURS = 720;

/** What engineers set about the runs of a command, in columns of `command`. */
export const runningSettings = {
  needsApproval: {
    column: 'needs_approval',
    wire: 'needs_approval',
    ...yesOrNo(),
    label: "Needs another engineer's approval",
    logName: 'approval of runs',
    isRestored: true,
  },
  /** After how many hours a request for approval expires. */
  approvalHours: {
    column: 'approval_hours',
    wire: 'approval_hours',
    answer: z.int(),
    sent: z.int().min(1).max(MOST_APPROVAL_HOURS).optional(),
    isText: false,
    label: 'Hours to approve',
    logName: 'time to approve runs',
    words: {},
    isRestored: true,
  },
} as const satisfies Readonly<Record<string, Setting & { isRestored: boolean }>>;
