import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { Moment } from '@/components/ui/text/moment';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listRuns } from '@/lib/contract/runs/history';
import { countRows } from '@/lib/results/table/row-counts';
import { summarizeRun } from '@/lib/results/values-summary';
import type { Command } from '../use-command';
import styles from './bulk-panel.module.css';
import { countTables } from './result-rows';

const SHOWN = 30;
const TYPING_MS = 250;
const FORMATS = new Set(['json.table.rowwise', 'json.multiset.rowwise', 'json', 'csv']);

interface ResultChooserProps {
  command: Command;
  onChoose: (commandId: number, runId: number, resultSet: number) => void;
  onClose: () => void;
}

/** The latest results that have rows, to fill a bulk run with. */
export default function ResultChooser({ command: { orgId }, onChoose, onClose }: ResultChooserProps) {
  const [text, setText] = useState('');
  const [name] = useDebouncedValue(text.trim(), TYPING_MS);
  const filter = [
    'status:success',
    'is_deleted:false',
    'is_dropdown:false',
    'is_startup:false',
    'is_bulk_parent:false',
  ];
  const input = {
    params: { orgId },
    query: {
      filter: name === '' ? filter : [...filter, `name:contains:${name}`],
      sortDesc: 'start_time',
      per_page: SHOWN,
    },
  };
  const runs = useQuery({
    queryKey: queryKey(listRuns, input),
    queryFn: ({ signal }) => callApi(listRuns, input, { signal }),
    staleTime: 0,
  });
  const [several, setSeveral] = useState<{ commandId: number; runId: number; tables: number } | null>(null);
  const counting = useRef<AbortController | null>(null);
  useEffect(() => () => counting.current?.abort(), []);
  const choose = async (commandId: number, runId: number, format: string | null) => {
    counting.current?.abort();
    if (format !== 'json.multiset.rowwise') return onChoose(commandId, runId, 0);
    counting.current = new AbortController();
    const { signal } = counting.current;
    try {
      const tables = await countTables({ orgId, commandId, runId }, signal);
      if (signal.aborted) return;
      if (tables < 2) return onChoose(commandId, runId, 0);
      setSeveral({ commandId, runId, tables });
    } catch (error) {
      if (!signal.aborted) toast.failure(`The result of run ${runId} could not be read`, error);
    }
  };
  const found = (runs.data ?? []).filter(({ payloadFormat }) => FORMATS.has(payloadFormat ?? ''));
  return (
    <section className={styles.results} aria-label="Results to take rows from">
      <div className={styles.resultsHead}>
        <TextInput
          size="xs"
          aria-label="Find a command"
          placeholder="Find a command"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button variant="subtle" size="compact-sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {several !== null && (
        <Select
          size="xs"
          label="Which of its results?"
          placeholder="Choose one"
          data={Array.from({ length: several.tables }, (_, set) => ({
            value: String(set),
            label: `Result ${set + 1}`,
          }))}
          onChange={(set) => set !== null && onChoose(several.commandId, several.runId, Number(set))}
        />
      )}
      {runs.isError && <ErrorNotice error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.isPending && <ListSkeleton rows={2} />}
      {runs.isSuccess && found.length === 0 && (
        <p className={styles.hint}>None of the latest results has rows.</p>
      )}
      <ul className={styles.resultList}>
        {found.map((run) => (
          <li key={run.runId}>
            <button
              type="button"
              className={styles.resultItem}
              onClick={() => void choose(run.commandId, run.runId, run.payloadFormat)}
            >
              <span>{run.name}</span>
              <span className={styles.hint}>
                {run.totalRows !== null && `${countRows(run.totalRows)} · `}
                {run.userName} · <Moment at={run.createdAt} as="ago" />
              </span>
              <span className={styles.runValues}>{summarizeRun(run)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
