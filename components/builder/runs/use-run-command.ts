'use client';

import { startTransition, useCallback, useContext, useEffect, useReducer, useRef, useState } from 'react';
import { useIsNavigating } from '@/components/ui/layout/navigation';
import { ApiError, callApi } from '@/lib/client/api-client';
import { randomId } from '@/lib/client/random-id';
import { createRun, startRun } from '@/lib/contract/runs/runs';
import { followUpIn } from '@/lib/outputs/follow-up-in';
import type { ValueIssue } from '@/lib/values/check-values';
import { goToRun } from '../address/use-run-anchor';
import { FormPlaceContext } from '../form/form-place';
import type { Command } from '../use-command';
import { type AskedRun, type Attempt, reduceAttempts } from './attempts';
import { useRunGroup } from './use-run-group';

/** The path of an issue that belongs to a form field: `runrams.` and the input's key. */
const VALUE_PATH = 'runrams.';
/** The router re-renders the page for a new address; the first rows of a short run don't wait for that. */
const ADDRESS_AFTER_MS = 150;

interface StartedRun {
  runId: number;
  runGroupId: number;
}

interface RunCommand {
  attempts: readonly Attempt[];
  /** Whether a run is being started at this moment, which the cards may show a little later. */
  isStarting(): boolean;
  /** Requests what every run needs before the button is pressed. */
  prepare(): void;
  run(asked: AskedRun): void;
  /** Retries a failed attempt; whatever succeeded the first time isn't repeated. */
  runAgain(attempt: Attempt): void;
  /** Shows a run that was started elsewhere or earlier. */
  open(runId: number): void;
  /** Like `open`, and the address then points to its card. */
  show(runId: number): void;
}

/**
 * Starts runs of a command, all in one group for this page view.
 * @param onRefused receives the server's message for each invalid input.
 * @param onStarted is called for each run once it is started, even if the page has been left by then.
 */
export function useRunCommand(
  command: Command,
  userId: string,
  onRefused: (issues: ValueIssue[]) => void,
  onStarted?: (runId: number, asked: AskedRun) => void,
): RunCommand {
  const { orgId, commandId } = command;
  const { templateId } = command.template;
  const [attempts, dispatch] = useReducer(reduceAttempts, []);
  const open = useCallback((runId: number) => dispatch({ type: 'open', runId, startedAtMs: Date.now() }), []);
  const runGroup = useRunGroup(command, userId, open);
  const place = useContext(FormPlaceContext);
  const [latest, setLatest] = useState<StartedRun | null>(null);
  const starting = useRef(0);
  const isNavigating = useIsNavigating();
  // Only while the command is on the page and no other page is loading: otherwise the address isn't this page's to
  // change.
  useEffect(() => {
    if (latest === null || isNavigating || place !== null) return;
    const timer = setTimeout(() => {
      showInAddress(latest);
      // Another run may have started since; its turn comes next.
      setLatest((now) => (now === latest ? null : now));
    }, ADDRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [latest, isNavigating, place]);

  const kickOff = useCallback(
    async (attemptId: string, asked: AskedRun) => {
      const { values, ...extras } = asked;
      starting.current += 1;
      try {
        const runGroupId = await runGroup();
        const { runId } = await callApi(
          createRun,
          {
            params: { orgId },
            body: {
              templateId,
              commandId,
              runGroupId,
              ...(place?.parent ?? followUpIn(window.location.search)),
            },
          },
          { idempotencyKey: `${attemptId}-create` },
        );
        dispatch({ type: 'created', attemptId, runId });
        await callApi(
          startRun,
          { params: { orgId }, body: { params: values, templateId, runId, commandId, ...extras } },
          { idempotencyKey: `${attemptId}-start` },
        );
        dispatch({ type: 'started', attemptId });
        setLatest({ runId, runGroupId });
        onStarted?.(runId, asked);
      } catch (error) {
        dispatch({ type: 'failed', attemptId, error });
        const issues = valueIssues(error);
        if (issues.length > 0) onRefused(issues);
      } finally {
        starting.current -= 1;
      }
    },
    [orgId, commandId, templateId, runGroup, onRefused, onStarted, place],
  );

  const run = useCallback(
    (asked: AskedRun) => {
      const attemptId = randomId();
      // Its card is drawn in slices: between them the run is created, and gets its values.
      startTransition(() => dispatch({ type: 'begin', attemptId, asked, startedAtMs: Date.now() }));
      void kickOff(attemptId, asked);
    },
    [kickOff],
  );
  const runAgain = useCallback(
    ({ attemptId, asked }: Attempt) => {
      dispatch({ type: 'again', attemptId, startedAtMs: Date.now() });
      void kickOff(attemptId, asked ?? { values: {} });
    },
    [kickOff],
  );
  const prepare = useCallback(() => {
    runGroup().catch(() => {
      // Whether the failure matters shows when a run is started.
    });
  }, [runGroup]);
  const isStarting = useCallback(() => starting.current > 0, []);
  return { attempts, isStarting, prepare, run, runAgain, open, show: goToRun };
}

function valueIssues(error: unknown): ValueIssue[] {
  if (!(error instanceof ApiError)) return [];
  return error.issues.flatMap(({ path, message }) => {
    const at = path.indexOf(VALUE_PATH);
    return at < 0 ? [] : [{ key: path.slice(at + VALUE_PATH.length), message }];
  });
}

/** The runs of the page are in the address, the last one open, so that a reload shows them again. */
function showInAddress({ runId, runGroupId }: StartedRun): void {
  const url = new URL(window.location.href);
  url.searchParams.set('runGroupId', String(runGroupId));
  url.hash = `run-${runId}`;
  // No history state is passed: with one, the router wouldn't notice the change and would overwrite this address.
  window.history.replaceState(null, '', url);
}
