'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { takesLine } from '@/lib/bulk/bulk-inputs';
import { type BulkColumn, type PairedRows, pairRows, withLine } from '@/lib/bulk/bulk-values';
import { ambiguousName, cellsOf, type FileTable, matchColumns, withCell } from '@/lib/bulk/file-columns';
import { editableInputs } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { type InputNames, inputNames, nameOf } from '@/lib/inputs/input-names';
import { cellText } from '@/lib/results/table/result-table';
import { readPastedTable } from './file/pasted-table';
import { readTableFile } from './file/read-table-file';
import { UnusableFile } from './file/unusable-file';
import type { RowsOrigin, TakenRows } from './taken-rows';

/** What a person prepares in the panel: texts, or a file whose columns are matched to inputs. */
export interface BulkDraft {
  inputs: readonly Input[];
  names: InputNames;
  texts: Readonly<Record<string, string>>;
  file: FileTable | null;
  /** Which column of the file each input takes, by key. */
  matched: ReadonlyMap<string, number>;
  /** The runs that the rows are from; empty for rows that were typed or came from a file. */
  origin: RowsOrigin;
  isReading: boolean;
  /** Why the last file can't be used, or what of it was left out. */
  problem: string | null;
  paired: PairedRows;
  /** What changes when these are other rows, and not when one of them is changed. */
  source: unknown;
  /** The number that a row has where it comes from, from 1. */
  numberOf(row: number): number;
  /** Why a row failed where it comes from, whether or not it was changed since; null for one that didn't. */
  failureOf(row: number): string | null;
  type(key: string, text: string): void;
  /** Changes the value of one row. */
  edit(row: number, key: string, text: string): void;
  match(key: string, column: number | null): void;
  take(file: File): Promise<void>;
  /** Reads the letters of the file in another way. */
  readAs(charset: string): Promise<void>;
  /** Takes values of earlier runs or rows of a result, as if from a file. */
  takeRuns(read: () => Promise<TakenRows>): Promise<void>;
  /**
   * Takes a table that was pasted.
   *
   * @param into the input whose values have the focus; null if none has
   * @returns whether it is one; if not, it is text for that input
   */
  paste(text: string, into: string | null): boolean;
  dropFile(): void;
  /** Whether it is from before: the panel was closed, and these rows weren't run. */
  isKept: boolean;
  /** Begins with the values of the form. */
  startOver(): void;
  /** Doesn't keep it for the next time: its rows run. */
  forget(): void;
}

const none: ReadonlyMap<string, number> = new Map();

const nowhere: RowsOrigin = {};

interface TakenTable extends RowsOrigin {
  table: FileTable;
  /** By their names if it is left out. */
  matched?: BulkDraft['matched'];
  /** What of it was left out. */
  note?: string | undefined;
}

interface KeptDraft {
  texts: BulkDraft['texts'];
  file: FileTable | null;
  matched: BulkDraft['matched'];
  origin: RowsOrigin;
}

/** What people prepared in a panel that they closed, by the command's id. In this page's memory alone: it may hold secrets. */
const keptDrafts = new Map<number, KeptDraft>();

/**
 * The draft begins with the values of the form, one for each input, or with what was prepared before and not run.
 *
 * @param commandId null to begin with other rows, which the address names
 */
export function useBulkDraft(
  all: readonly Input[],
  formValues: InputValues,
  commandId: number | null,
): BulkDraft {
  const inputs = useMemo(() => editableInputs(all).filter(takesLine), [all]);
  const names = useMemo(() => inputNames(all), [all]);
  const [before] = useState(() => (commandId === null ? undefined : keptDrafts.get(commandId)));
  const [isKept, setKept] = useState(before !== undefined);
  const [texts, setTexts] = useState(() => before?.texts ?? textsOf(inputs, formValues));
  const [file, setFile] = useState(before?.file ?? null);
  const [matched, setMatched] = useState(before?.matched ?? none);
  const [origin, setOrigin] = useState(before?.origin ?? nowhere);
  const isChanged = useRef(false);
  useEffect(() => {
    if (commandId !== null && isChanged.current) keptDrafts.set(commandId, { texts, file, matched, origin });
  }, [commandId, texts, file, matched, origin]);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** The file that the rows are from; null if they are from elsewhere. */
  const chosen = useRef<File | null>(null);
  /** How many times rows were taken. What was taken earlier and is read later doesn't replace what was taken since. */
  const takings = useRef(0);
  const paired = useMemo(
    () =>
      faultIn(file, matched) ??
      pairRows(new Map(inputs.map(({ key }) => [key, columnOf(key, texts, file, matched)]))),
    [inputs, texts, file, matched],
  );

  async function use(read: () => Promise<TakenTable>, from: File | null = null) {
    takings.current += 1;
    const taking = takings.current;
    setReading(true);
    setProblem(null);
    isChanged.current = true;
    setKept(false);
    try {
      const { table, matched: own, note = null, ...runs } = await read();
      if (taking !== takings.current) return;
      const named = inputs.map(({ key }) => ({ key, displayName: nameOf(names, key) }));
      const ambiguous = ambiguousName(named, table.columns);
      if (ambiguous !== null) throw new UnusableFile(sameName(ambiguous));
      chosen.current = from;
      setFile(table);
      setOrigin(runs);
      setMatched(own ?? matchColumns(named, table.columns));
      setProblem(note);
    } catch (error) {
      if (taking === takings.current) setProblem(reasonOf(error));
    } finally {
      if (taking === takings.current) setReading(false);
    }
  }

  return {
    inputs,
    names,
    texts,
    file,
    matched,
    origin: matched.size > 0 ? origin : nowhere,
    source: file?.columns ?? null,
    isReading,
    problem,
    paired,
    numberOf: (row) => (matched.size > 0 ? file?.numbers?.[row] : undefined) ?? row + 1,
    failureOf: (row) => file?.failures?.[row] ?? null,
    type: (key, text) => {
      isChanged.current = true;
      setTexts((current) => ({ ...current, [key]: text }));
    },
    edit: (row, key, text) => {
      isChanged.current = true;
      const column = matched.get(key);
      if (file !== null && column !== undefined) setFile(withCell(file, row, column, text));
      else if (paired.ok)
        setTexts((current) => ({
          ...current,
          [key]: withLine(current[key] ?? '', paired.rows.length, row, text),
        }));
    },
    match: (key, column) =>
      setMatched((current) => {
        const after = new Map(current);
        if (column === null) after.delete(key);
        else after.set(key, column);
        return after;
      }),
    take: (taken) => use(async () => ({ table: await readTableFile(taken) }), taken),
    readAs: async (charset) => {
      const { current } = chosen;
      if (current !== null)
        await use(async () => ({ table: await readTableFile(current, charset) }), current);
    },
    takeRuns: (read) =>
      use(async () => {
        const earlier = await read();
        if ('problem' in earlier) throw new UnusableFile(earlier.problem);
        const { isWritten = false, table, ...from } = earlier;
        return { ...from, table: isWritten ? table : { ...table, holdsValues: true } };
      }),
    paste: (text, into) => {
      const named = inputs.map(({ key }) => ({ key, displayName: nameOf(names, key) }));
      const pasted = readPastedTable(text, named, into);
      if (pasted === null) return false;
      void use(async () => {
        if ('problem' in pasted) throw new UnusableFile(pasted.problem);
        return pasted;
      });
      return true;
    },
    dropFile: () => {
      setFile(null);
      setOrigin(nowhere);
      setMatched(none);
    },
    isKept,
    startOver: () => {
      isChanged.current = false;
      setKept(false);
      setTexts(textsOf(inputs, formValues));
      setFile(null);
      setOrigin(nowhere);
      setMatched(none);
      setProblem(null);
      if (commandId !== null) keptDrafts.delete(commandId);
    },
    forget: () => {
      isChanged.current = false;
      if (commandId !== null) keptDrafts.delete(commandId);
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof UnusableFile) return error.message;
  const { title, message } = describeError(error);
  return `${title}. ${message}`;
}

const sameName = (name: string): string =>
  `Several columns of the file are named “${name}”. Rename those that are not meant, or delete them.`;

/** Why the columns that the inputs take can't be used; null if they can. */
function faultIn(file: FileTable | null, matched: BulkDraft['matched']): PairedRows | null {
  for (const [key, column] of matched) {
    const message = file?.faults?.get(column);
    if (message !== undefined) return { ok: false, message, keys: [key] };
  }
  return null;
}

function columnOf(
  key: string,
  texts: BulkDraft['texts'],
  file: FileTable | null,
  matched: BulkDraft['matched'],
): BulkColumn {
  const column = matched.get(key);
  return file === null || column === undefined
    ? { kind: 'typed', text: texts[key] ?? '' }
    : { kind: 'file', cells: cellsOf(file, column) };
}

function textsOf(inputs: readonly Input[], values: InputValues): Record<string, string> {
  return Object.fromEntries(
    inputs.flatMap(({ key }): [string, string][] => {
      const value = Object.hasOwn(values, key) ? values[key] : undefined;
      return value === undefined || value === null ? [] : [[key, cellText(value)]];
    }),
  );
}
