'use client';

import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { formWith, reduceForm } from '@/components/input-form/state/form-state';
import { ownValue } from '@/components/input-form/state/own-value';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import type { JsonValue } from '@/lib/base/json';
import { editableInputs, hasPrefilledDefault, openValues } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import type { ValueIssue } from '@/lib/values/check-values';
import type { ValuesCaller } from '@/lib/values/values-caller';
import { readUrlParams, writeUrlParams } from '../address/url-params';
import type { Command } from '../use-command';
import { fetchedProblems, formChecks } from './before-run/form-checks';
import { useFormAddress } from './starting-values/use-form-address';
import { useInjectedParams } from './starting-values/use-injected-params';

const BAD_PARAMS =
  'Error parsing parameters from URL. Is there something tricky, like another URL or HTML embedeed inside it?';

/**
 * The form of a command: its values and its errors. It opens with the URL's values over the defaults. What was typed
 * before is kept as a draft, and comes back unless the URL says otherwise.
 */
export function useFormState(command: Command, caller: ValuesCaller, userId: string) {
  const { commandId } = command;
  const { inputs } = command.template;
  const address = useFormAddress(userId, commandId);
  const { text: urlText, clearText, keep, clear, forget } = address;
  const [state, dispatch] = useReducer(reduceForm, undefined, () => formWith(openingValues(inputs, urlText)));
  const hasOpened = useRef(false);
  const [isRestored, setRestored] = useState(false);

  // The draft is in the browser; the server, which renders the form first, doesn't have it.
  useEffect(() => {
    if (hasOpened.current) return;
    hasOpened.current = true;
    const fromUrl = readUrlParams(inputs, urlText);
    if (!fromUrl.ok) toast.danger(BAD_PARAMS);
    else if (fromUrl.unknown.length > 0)
      toast.info(
        `The address has values for ${fromUrl.unknown.join(', ')}, which this command doesn't have.`,
      );
    const draft = address.draft();
    if (draft === null) return;
    const draftText = writeUrlParams(inputs, draft.values);
    if (urlText === null || !fromUrl.ok || draftText === urlText) {
      dispatch({ type: 'restore', values: openValues(inputs, draft.values), unreadable: draft.unreadable });
      // A reload has them in its address, and nobody wonders.
      setRestored(urlText === null);
    }
  }, [inputs, urlText, address]);

  // The person's changes are saved at once; loaded values aren't.
  const { values, unreadable, changed } = state;
  const latestKeep = useRef(keep);
  latestKeep.current = keep;
  useEffect(() => {
    if (changed.size === 0) return;
    latestKeep.current({ values: openValues(inputs, values), unreadable }, writeUrlParams(inputs, values));
  }, [values, unreadable, changed, inputs]);

  const change = useCallback(
    (key: string, value: JsonValue | undefined, unreadableText?: string) => {
      const input = inputs.find((each) => each.key === key);
      if (input === undefined) return;
      dispatch({ type: 'change', input, value, unreadableText, problemOf: fetchedProblems(caller) });
    },
    [inputs, caller],
  );
  const leave = useCallback(
    (key: string) => {
      const input = inputs.find((each) => each.key === key);
      if (input === undefined) return;
      formChecks([input]).then(
        ({ problemsFor, checkPatterns }) =>
          dispatch({ type: 'leave', input, problemOf: problemsFor(caller, checkPatterns) }),
        () => {
          // Run checks everything, and reports it if this code can't be fetched.
        },
      );
    },
    [inputs, caller],
  );
  const refuse = useCallback((issues: readonly ValueIssue[]) => dispatch({ type: 'refuse', issues }), []);
  const insert = useCallback(
    (values: InputValues, into: readonly Input[] = editableInputs(inputs)) =>
      dispatch({ type: 'insert', inputs: into, values }),
    [inputs],
  );
  const reset = useCallback(() => {
    setRestored(false);
    clear();
    dispatch({ type: 'load', values: openingValues(inputs, clearText), unreadable: {} });
  }, [inputs, clear, clearText]);
  const fill = useCallback(
    (filled: InputValues) => {
      setRestored(false);
      keep({ values: openValues(inputs, filled), unreadable: {} }, writeUrlParams(inputs, filled));
      dispatch({ type: 'load', values: filled, unreadable: {} });
    },
    [inputs, keep],
  );
  useInjectedParams(command, fill);
  return { state, isRestored, change, leave, refuse, insert, fill, reset, forget };
}

export type FormActions = ReturnType<typeof useFormState>;

function openingValues(inputs: readonly Input[], urlText: string | null): InputValues {
  const fromUrl = readUrlParams(inputs, urlText);
  const given = fromUrl.ok ? fromUrl.values : {};
  const entries = editableInputs(inputs).flatMap((input): [string, JsonValue][] => {
    const value = ownValue(given, input.key);
    if (value !== undefined) return [[input.key, value]];
    return hasPrefilledDefault(input) ? [[input.key, input.defaultValue]] : [];
  });
  return Object.fromEntries(entries);
}
