'use client';

import { useCallback, useEffect, useMemo, useState } from 'react';
import { valuesOfRow } from '@/lib/bulk/bulk-values';
import { holdsFile } from '@/lib/inputs/file-parts';
import type { Input, InputValues } from '@/lib/inputs/input';
import { programWriting } from '@/lib/inputs/writing/locale-writing';
import { readColumns, type WrittenRow } from '@/lib/inputs/writing/read-columns';
import { checkValues, type ValueIssue } from '@/lib/values/check-values';
import type { ValuesCaller } from '@/lib/values/values-caller';
import type { Command } from '../use-command';
import { editedKeys } from './edited-keys';
import type { RowOptions } from './options/row-options';
import { useRowOptions } from './options/use-row-options';
import type { BulkDraft } from './use-bulk-draft';

/** Reads what people wrote in their own way; what a program wrote is read as programs write, and values are what they are. */
function useWrittenRows({ inputs, file, matched }: BulkDraft, rows: CheckedRows['rows']) {
  return useMemo(() => {
    const typed = inputs.filter(({ key, dropdownId }) => dropdownId === null && !matched.has(key));
    const given = inputs.filter(({ key, dropdownId }) => dropdownId === null && matched.has(key));
    const ofPerson = readColumns(typed, rows, navigator.language);
    if (file === null) return ofPerson;
    const edited = rows.map((texts, row) => only(texts, editedKeys(file, matched, row)));
    const ofEdited = readColumns(given, edited, navigator.language);
    const ofFile =
      file.holdsValues === true
        ? () => nothingWritten
        : readColumns(given, rows, file.isOfProgram === true ? programWriting : navigator.language);
    return (row: number): WrittenRow => {
      const [a, b, c] = [ofPerson(row), without(ofFile(row), edited[row] ?? {}), ofEdited(row)];
      return {
        meant: { ...a.meant, ...b.meant, ...c.meant },
        problems: { ...a.problems, ...b.problems, ...c.problems },
      };
    };
  }, [inputs, file, matched, rows]);
}

const nothingWritten: WrittenRow = { meant: {}, problems: {} };

const only = (texts: Readonly<Record<string, string>>, keys: ReadonlySet<string>): Record<string, string> =>
  keys.size === 0 ? {} : Object.fromEntries(Object.entries(texts).filter(([key]) => keys.has(key)));

/** A person has changed these since, so that what the file says of them no longer counts. */
function without({ meant, problems }: WrittenRow, edited: Readonly<Record<string, string>>): WrittenRow {
  if (Object.keys(edited).length === 0) return { meant, problems };
  const isLeft = ([key]: [string, string]) => !Object.hasOwn(edited, key);
  return {
    meant: Object.fromEntries(Object.entries(meant).filter(isLeft)),
    problems: Object.fromEntries(Object.entries(problems).filter(isLeft)),
  };
}

/** What is wrong with rows, by their index. */
export type RowIssues = ReadonlyMap<number, readonly ValueIssue[]>;

export interface CheckedRows {
  rows: readonly Record<string, string>[];
  /** What a row sends. */
  valuesOf(row: number): InputValues;
  /** The values of a row that its texts mean and aren't: options by their names, dates and numbers as people write them. */
  namedIn(row: number): InputValues;
  issues: RowIssues;
  isChecking: boolean;
  /** Why the rows can't be checked. */
  error: unknown;
  checkAgain(): void;
}

const SETTLE_MS = 250;
/** The page stays responsive between two slices of checks. */
const SLICE_MS = 12;
const noRows: readonly Record<string, string>[] = [];
const noOptions: RowOptions = { values: new Map(), issues: new Map() };
const nothingFound = {
  rows: noRows,
  source: null as unknown,
  attempt: 0,
  issues: new Map() as RowIssues,
  options: noOptions,
  error: null as unknown,
};

/** Checks each row by the rules of the form, in slices, a moment after the last change. */
export function useCheckedRows(
  command: Command,
  caller: ValuesCaller,
  draft: BulkDraft,
  formValues: InputValues,
): CheckedRows {
  const { inputs } = command.template;
  const { inputChecks } = command;
  const { paired, inputs: lined, source } = draft;
  const rows = paired.ok ? paired.rows : noRows;
  const [found, setFound] = useState(nothingFound);
  const [attempt, setAttempt] = useState(0);
  const readOptions = useRowOptions(command, draft, rows);
  const writtenIn = useWrittenRows(draft, rows);
  const valuesWith = useMemo(() => {
    const ofAll = constantValues(lined, inputs, formValues);
    return (row: number, { values }: RowOptions) => ({
      ...ofAll,
      ...valuesOfRow(lined, { ...rows[row], ...writtenIn(row).meant }),
      ...values.get(row),
    });
  }, [lined, inputs, formValues, rows, writtenIn]);

  useEffect(() => {
    const stopping = new AbortController();
    const issues = new Map<number, readonly ValueIssue[]>();
    let timer: ReturnType<typeof setTimeout>;
    const end = (options: RowOptions, error: unknown) => {
      if (!stopping.signal.aborted) setFound({ rows, source, attempt, issues, options, error });
    };
    const checkFrom = (first: number, options: RowOptions) => {
      const untilMs = performance.now() + SLICE_MS;
      let row = first;
      for (; row < rows.length && performance.now() < untilMs; row += 1) {
        const checked = checkValues(inputs, valuesWith(row, options), caller, inputChecks);
        const all = withMeantIssues(checked.ok ? [] : checked.issues, [
          ...Object.entries(writtenIn(row).problems).map(([key, message]) => ({ key, message })),
          ...(options.issues.get(row) ?? []),
        ]);
        if (all.length > 0) issues.set(row, all);
      }
      if (row < rows.length) timer = setTimeout(() => checkFrom(row, options), 0);
      else end(options, null);
    };
    timer = setTimeout(() => {
      readOptions(stopping.signal).then(
        (options) => !stopping.signal.aborted && checkFrom(0, options),
        (error) => end(noOptions, error),
      );
    }, SETTLE_MS);
    return () => {
      stopping.abort();
      clearTimeout(timer);
    };
  }, [rows, source, valuesWith, writtenIn, inputs, caller, inputChecks, readOptions, attempt]);

  const isCurrent = found.rows === rows && found.attempt === attempt;
  // Until a change of one row is checked, what was found before stays: the row that is edited keeps its place.
  const isKept = isCurrent || (found.source === source && found.rows.length === rows.length);
  const { options, issues, error } = isKept ? found : nothingFound;
  const valuesOf = useCallback((row: number) => valuesWith(row, options), [valuesWith, options]);
  const namedIn = useCallback(
    (row: number) => ({ ...writtenIn(row).meant, ...options.values.get(row) }),
    [writtenIn, options],
  );
  return {
    rows,
    valuesOf,
    namedIn,
    issues,
    isChecking: !isCurrent,
    error,
    checkAgain: () => setAttempt((before) => before + 1),
  };
}

/** Why nobody can tell what a text means says more than what is wrong with it as a value. */
function withMeantIssues(
  issues: readonly ValueIssue[],
  ofMeaning: readonly ValueIssue[],
): readonly ValueIssue[] {
  const named = new Set(ofMeaning.map(({ key }) => key));
  return [...ofMeaning, ...issues.filter(({ key }) => !named.has(key))];
}

/** The values that no line stands for: each row takes the form's. */
function constantValues(
  lined: readonly Input[],
  inputs: readonly Input[],
  formValues: InputValues,
): InputValues {
  const keys = new Set(lined.map(({ key }) => key));
  const files = inputs.filter((input) => holdsFile(input.type) && !keys.has(input.key));
  return Object.fromEntries(
    files.flatMap(({ key }) => {
      const value = Object.hasOwn(formValues, key) ? formValues[key] : undefined;
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
