import type { RunExtras } from '@/components/run-stream/run-question';
import type { InputValues } from '@/lib/inputs/input';

/** What a person wants to run, and what else they said about it. */
export interface AskedRun extends RunExtras {
  values: InputValues;
  /** Whether to undo it, and to show what it would change. */
  isDryRun?: true;
  /** Whether values that break only limits of the source are left to it. */
  runsAnyway?: true;
}

/** One press of Run, or one run opened by its address: what a result card shows. */
export interface Attempt {
  attemptId: string;
  /** Null for a run that was opened, not started here. */
  values: InputValues | null;
  /** The same with what else was said about it; null like the values. */
  asked: AskedRun | null;
  startedAtMs: number;
  /** Null until the run has been created. */
  runId: number | null;
  /** `failed`: it could not be started, and nothing ran. */
  kickoff: { state: 'starting' } | { state: 'started' } | { state: 'failed'; error: unknown };
}

export type AttemptAction =
  | { type: 'begin'; attemptId: string; asked: AskedRun; startedAtMs: number }
  | { type: 'open'; runId: number; startedAtMs: number }
  | { type: 'created'; attemptId: string; runId: number }
  | { type: 'started'; attemptId: string }
  | { type: 'failed'; attemptId: string; error: unknown }
  | { type: 'again'; attemptId: string; startedAtMs: number };

/** The attempts of a page, newest first, after an event on one of them. */
export function reduceAttempts(attempts: readonly Attempt[], action: AttemptAction): readonly Attempt[] {
  switch (action.type) {
    case 'begin': {
      const { attemptId, asked, startedAtMs } = action;
      const { values } = asked;
      const begun = { attemptId, values, asked, startedAtMs, runId: null };
      return [{ ...begun, kickoff: { state: 'starting' } }, ...attempts];
    }
    case 'open':
      return open(attempts, action.runId, action.startedAtMs);
    case 'created':
      return change(attempts, action.attemptId, { runId: action.runId });
    case 'started':
      return change(attempts, action.attemptId, { kickoff: { state: 'started' } });
    case 'failed':
      return change(attempts, action.attemptId, { kickoff: { state: 'failed', error: action.error } });
    case 'again':
      return change(attempts, action.attemptId, {
        kickoff: { state: 'starting' },
        startedAtMs: action.startedAtMs,
      });
  }
}

function open(attempts: readonly Attempt[], runId: number, startedAtMs: number): readonly Attempt[] {
  if (attempts.some((attempt) => attempt.runId === runId)) return attempts;
  const opened: Attempt = {
    attemptId: `run-${runId}`,
    values: null,
    asked: null,
    startedAtMs,
    runId,
    kickoff: { state: 'started' },
  };
  return [...attempts, opened];
}

function change(attempts: readonly Attempt[], attemptId: string, to: Partial<Attempt>): readonly Attempt[] {
  return attempts.map((attempt) => (attempt.attemptId === attemptId ? { ...attempt, ...to } : attempt));
}
