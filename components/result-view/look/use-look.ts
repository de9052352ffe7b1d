'use client';

import { createParser, debounce, parseAsNativeArrayOf, useQueryState } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { useUnlessLeft } from '@/components/ui/layout/navigation';
import { type AddressedLook, isPlain, readLook, writeLook } from '@/lib/results/look/look-address';
import { changedLook, PLAIN_LOOK, type TableLook } from '@/lib/results/look/table-look';
import type { TableSource } from '@/lib/results/table/arrange-columns';
import { useOutputSettings } from '../output-settings';

/** Of the runs that are looked at on one page, so many keep their looks in the address. */
const MOST_LOOKS = 8;
/** The address follows after the last key; what is shown does so at once. */
const TYPING_MS = 250;

const parser = parseAsNativeArrayOf(createParser({ parse: readLook, serialize: writeLook }));

/** The looks at all tables of the page. They are in its address (`look`), so that a reload and a shared link keep them. */
function useLooks() {
  const startTransition = useUnlessLeft();
  return useQueryState(
    'look',
    parser.withOptions({ history: 'replace', limitUrlUpdates: debounce(TYPING_MS), startTransition }),
  );
}

/** The place of a table among those of its run. */
export const resultSetOf = (source: TableSource): number => (source.kind === 'column' ? source.resultSet : 0);

/** How the person looks at a table of the run that is shown, and how to change that. */
export function useLook(source: TableSource): {
  look: TableLook;
  change: (change: (before: TableLook) => Partial<TableLook>) => void;
} {
  const { runId } = useOutputSettings();
  const resultSet = resultSetOf(source);
  const [looks, setLooks] = useLooks();
  const look = useMemo(() => lookAt(looks, runId, resultSet), [looks, runId, resultSet]);
  const change = useCallback(
    (of: (before: TableLook) => Partial<TableLook>) =>
      void setLooks((all) => {
        const before = lookAt(all, runId, resultSet);
        return withLook(all, { runId, resultSet, look: changedLook(before, of(before)) });
      }),
    [setLooks, runId, resultSet],
  );
  return { look, change };
}

/** Which of several tables of a run is open, from 0, and how to open another. */
export function useOpenTable(runId: number): [resultSet: number, open: (resultSet: number) => void] {
  const [looks, setLooks] = useLooks();
  const open = useCallback(
    (resultSet: number) =>
      void setLooks((all) => {
        const closed = all.map((each) =>
          each.runId === runId ? { ...each, look: { ...each.look, isOpen: false } } : each,
        );
        const look = { ...lookAt(closed, runId, resultSet), isOpen: resultSet > 0 };
        return withLook(closed, { runId, resultSet, look });
      }),
    [setLooks, runId],
  );
  return [openTableOf(looks, runId), open];
}

/** The look at the open table of a run. */
export function useOpenLook(runId: number): { resultSet: number; look: TableLook } {
  const [looks] = useLooks();
  const resultSet = openTableOf(looks, runId);
  return { resultSet, look: lookAt(looks, runId, resultSet) };
}

/** Returns the parts of an address (`look`) with which a run is looked at as it is here. */
export function useLookAddress(): (runId: number) => string[] {
  const [looks] = useLooks();
  return (runId) => looks.filter((each) => each.runId === runId).map(writeLook);
}

const openTableOf = (looks: readonly AddressedLook[], runId: number): number =>
  looks.find((each) => each.runId === runId && each.look.isOpen)?.resultSet ?? 0;

const lookAt = (looks: readonly AddressedLook[], runId: number, resultSet: number): TableLook =>
  looks.find((each) => each.runId === runId && each.resultSet === resultSet)?.look ?? PLAIN_LOOK;

function withLook(looks: readonly AddressedLook[], changed: AddressedLook): AddressedLook[] | null {
  const others = looks.filter(
    ({ runId, resultSet, look }) =>
      !isPlain(look) && (runId !== changed.runId || resultSet !== changed.resultSet),
  );
  const all = isPlain(changed.look) ? others : [...others, changed].slice(-MOST_LOOKS);
  return all.length === 0 ? null : all;
}
