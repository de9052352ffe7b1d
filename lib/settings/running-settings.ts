import { z } from 'zod';
import { optionalText, type Setting, yesOrNo } from './setting';

/** The bounds of the numeric settings; null where only the installation's limit applies. */
export const runningBounds = {
  approvalHours: { least: 1, most: 720 },
  timeoutSeconds: { least: 1, most: 604_800 },
  retryCount: { least: 0, most: 5 },
  retryDelaySeconds: { least: 1, most: 3600 },
  concurrencyLimit: { least: 1, most: 1000 },
  minutesSaved: { least: 1, most: 10_000 },
} as const;

const within = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most);

/** A whole number that is always set. */
const number = (bounds: { least: number; most: number }) =>
  ({ answer: z.int(), sent: within(bounds).optional(), isText: false, words: {}, isRestored: true }) as const;

/** A whole number that may be left out. */
const optionalNumber = (bounds: { least: number; most: number }) =>
  ({
    answer: z.int().nullable(),
    sent: within(bounds).nullable().optional(),
    isText: false,
    words: {},
    isRestored: true,
  }) as const;

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
    ...number(runningBounds.approvalHours),
    label: 'Hours to approve',
    logName: 'time to approve runs',
  },
  /** What a person types to run it; null for nothing. */
  confirmationWord: {
    column: 'confirmation_word',
    wire: 'confirmation_word',
    ...optionalText(40),
    label: 'Confirmation word',
    logName: 'confirmation word',
    isRestored: true,
  },
  /** Null for the longest that the installation allows. */
  timeoutSeconds: {
    column: 'timeout_seconds',
    wire: 'timeout_seconds',
    ...optionalNumber(runningBounds.timeoutSeconds),
    label: 'Time limit in seconds',
    logName: 'time limit',
  },
  /** How often a failed run is tried again; only of commands that are marked as safe. */
  retryCount: {
    column: 'retry_count',
    wire: 'retry_count',
    ...number(runningBounds.retryCount),
    label: 'Retries after a failure',
    logName: 'retries',
  },
  retryDelaySeconds: {
    column: 'retry_delay_seconds',
    wire: 'retry_delay_seconds',
    ...number(runningBounds.retryDelaySeconds),
    label: 'Seconds between retries',
    logName: 'time between attempts',
  },
  /** How many runs may be in progress at once; null for as many as the installation allows. */
  concurrencyLimit: {
    column: 'concurrency_limit',
    wire: 'concurrency_limit',
    ...optionalNumber(runningBounds.concurrencyLimit),
    label: 'Runs at the same time',
    logName: 'runs at the same time',
  },
  /** What a run saves by the engineer's estimate, for Analytics; null without one. */
  minutesSaved: {
    column: 'minutes_saved',
    wire: 'minutes_saved',
    ...optionalNumber(runningBounds.minutesSaved),
    label: 'Minutes saved per run',
    logName: 'minutes saved per run',
  },
  /** The column of a result that says how many minutes its run saved; null for the estimate. */
  minutesSavedColumn: {
    column: 'minutes_saved_column',
    wire: 'minutes_saved_column',
    ...optionalText(200),
    label: 'Column with the minutes saved',
    logName: 'column with the minutes saved',
    isRestored: true,
  },
} as const satisfies Readonly<Record<string, Setting & { isRestored: boolean }>>;
