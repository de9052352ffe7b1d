'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Run } from '@/components/run-stream/use-run';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import type { JsonValue } from '@/lib/base/json';
import { callApi } from '@/lib/client/api-client';
import { revealValue } from '@/lib/contract/command/reveal';
import type { PathStep } from '@/lib/outputs/object-path';
import type { OutputColumn } from '@/lib/outputs/output-column';

/** How results are shown, as the engineers of their command chose. */
export interface OutputSettings {
  /** The run whose result it is. */
  runId: number;
  columns: readonly OutputColumn[];
  isChartFirst: boolean;
  /**
   * Reveals one masked value; undefined if that failed and the person was told. Null for people who may not, or where
   * nothing is masked.
   */
  reveal: ((resultSet: number, steps: readonly PathStep[]) => Promise<JsonValue | undefined>) | null;
  /** The run whose tables have more rows than the page has; null if the page has all of them. */
  whole: WholeResult | null;
}

/** A result that the server sorts and filters. */
export interface WholeResult {
  orgId: string;
  kitId: number;
  runId: number;
  /** Null where it has several tables. */
  totalRows: number | null;
}

const Settings = createContext<OutputSettings>({
  runId: 0,
  columns: [],
  isChartFirst: false,
  reveal: null,
  whole: null,
});

export const useOutputSettings = (): OutputSettings => useContext(Settings);

/** Shows the results within it as the run's command has them. */
export function OutputSettingsOf({ run, children }: { run: Run; children: ReactNode }) {
  const { orgId, commandId, runId, outputDisplay, isChartFirst, maskedOutputs, mayReveal } = run;
  const tableRows = run.payloadFormat === 'json.table.rowwise' ? run.totalRows : null;
  const isWhole = hasMoreRows(run);
  const isRevealing = mayReveal && maskedOutputs.length > 0;
  const settings = useMemo<OutputSettings>(
    () => ({
      runId,
      columns: outputDisplay,
      isChartFirst,
      reveal: isRevealing
        ? (resultSet, steps) => reveal({ orgId, kitId: commandId, runId }, resultSet, steps)
        : null,
      whole: isWhole ? { orgId, kitId: commandId, runId, totalRows: tableRows } : null,
    }),
    [outputDisplay, isChartFirst, isRevealing, isWhole, tableRows, orgId, commandId, runId],
  );
  return <Settings value={settings}>{children}</Settings>;
}

/** Whether the server has rows of the run's tables that the page hasn't. */
export const hasMoreRows = ({ isTruncated, isPartial, payloadFormat }: Run): boolean =>
  isTruncated &&
  !isPartial &&
  (payloadFormat === 'json.table.rowwise' || payloadFormat === 'json.multiset.rowwise');

async function reveal(
  params: { orgId: string; kitId: number; runId: number },
  resultSet: number,
  steps: readonly PathStep[],
): Promise<JsonValue | undefined> {
  try {
    const { value } = await callApi(revealValue, { params, body: { resultSet, steps: [...steps] } });
    return value;
  } catch (error) {
    toast.failure('The value was not revealed', error);
    return undefined;
  }
}
