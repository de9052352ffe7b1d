'use client';

import { useCallback, useReducer, useRef } from 'react';
import { ApiError, callApi } from '@/lib/api-client';
import { createRun, createRunGroup, startRun } from '@/lib/contract/runs';
import type { ValueIssue } from '@/lib/inputs/check-values';
import type { InputValues } from '@/lib/inputs/input';
import { type Attempt, reduceAttempts } from './attempts';
import { randomId } from './random-id';
import type { Command } from './use-command';

/** The path of an issue that belongs to a form field: `runrams.` and the input's key. */
const VALUE_PATH = 'runrams.';

interface RunCommand {
  attempts: readonly Attempt[];
  isStarting: boolean;
  /** Asks for what every run needs, before the button is pressed. */
  prepare(): void;
  run(values: InputValues): void;
  /** Tries to start a failed attempt again; what did arrive the first time is not done twice. */
  runAgain(attempt: Attempt): void;
  /** Shows a run that was started elsewhere or earlier. */
  open(runId: number): void;
  /** As `open`, and its card becomes the one that the address points to. */
  show(runId: number): void;
}

/**
 * Starts runs of a command, all in one group for this page view.
 *
 * @param onRefused is told of what the server says is wrong with the values, input by input.
 */
export function useRunCommand(command: Command, onRefused: (issues: ValueIssue[]) => void): RunCommand {
  const { orgId, commandId } = command;
  const { templateId } = command.template;
  const [attempts, dispatch] = useReducer(reduceAttempts, []);
  const group = useRef<Promise<number> | null>(null);

  const runGroup = useCallback(() => {
    const asked =
      group.current ??
      callApi(createRunGroup, { params: { orgId }, body: { commandId } }).then(
        ({ runGroupId }) => runGroupId,
      );
    group.current = asked;
    // A group that could not be made is asked for anew by the next run.
    asked.catch(() => {
      group.current = null;
    });
    return asked;
  }, [orgId, commandId]);

  const kickOff = useCallback(
    async (attemptId: string, values: InputValues) => {
      try {
        const runGroupId = await runGroup();
        const { runId } = await callApi(
          createRun,
          { params: { orgId }, body: { templateId, commandId, runGroupId } },
          { idempotencyKey: `${attemptId}-create` },
        );
        dispatch({ type: 'created', attemptId, runId });
        await callApi(
          startRun,
          { params: { orgId }, body: { params: values, templateId, runId, commandId } },
          { idempotencyKey: `${attemptId}-start` },
        );
        dispatch({ type: 'started', attemptId });
        showInAddress(runId);
      } catch (error) {
        const issues = valueIssues(error);
        if (issues.length === 0) return dispatch({ type: 'failed', attemptId, error });
        dispatch({ type: 'drop', attemptId });
        onRefused(issues);
      }
    },
    [orgId, commandId, templateId, runGroup, onRefused],
  );

  const run = useCallback(
    (values: InputValues) => {
      const attemptId = randomId();
      dispatch({ type: 'begin', attemptId, values, startedAtMs: Date.now() });
      void kickOff(attemptId, values);
    },
    [kickOff],
  );
  const runAgain = useCallback(
    ({ attemptId, values }: Attempt) => {
      dispatch({ type: 'again', attemptId, startedAtMs: Date.now() });
      void kickOff(attemptId, values ?? {});
    },
    [kickOff],
  );
  const open = useCallback((runId: number) => dispatch({ type: 'open', runId, startedAtMs: Date.now() }), []);
  const show = useCallback((runId: number) => {
    window.location.hash = `run-${runId}`;
  }, []);
  const prepare = useCallback(() => {
    runGroup().catch(() => {
      // Whether it matters shows when a run is started.
    });
  }, [runGroup]);
  const isStarting = attempts.some(({ kickoff }) => kickoff.state === 'starting');
  return { attempts, isStarting, prepare, run, runAgain, open, show };
}

function valueIssues(error: unknown): ValueIssue[] {
  if (!(error instanceof ApiError)) return [];
  return error.issues.flatMap(({ path, message }) => {
    const at = path.indexOf(VALUE_PATH);
    return at < 0 ? [] : [{ key: path.slice(at + VALUE_PATH.length), message }];
  });
}

/** The card of the last run stands in the address, so that a reload shows it again. */
function showInAddress(runId: number): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${search}#run-${runId}`);
}
