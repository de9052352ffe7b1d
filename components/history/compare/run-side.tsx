'use client';

import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Moment } from '@/components/ui/text/moment';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listRuns } from '@/lib/contract/runs/history';
import { countRows } from '@/lib/results/table/row-counts';
import { statusLabel } from '@/lib/runs/run-status';
import { RunDuration } from '../list/run-duration';
import { valuesLine } from '../run/describe-run';
import styles from './compare.module.css';
import type { ComparedRun } from './use-compared-run';

const OFFERED = 25;

interface RunSideProps {
  letter: 'A' | 'B';
  orgId: string;
  run: ComparedRun;
  runId: number | null;
  /** The command of the other run; null if neither is known. */
  commandId: number | null;
  /** Whether the other run is of another command, so that each says which it is of. */
  isOfAnother: boolean;
  /** How much later or earlier it started than the other, if the minutes of both are the same; otherwise null. */
  since: string | null;
  onChoose: (runId: number) => void;
}

/** One of the two runs: when, whose, how it ended; and a choice among the latest runs of the command. */
export function RunSide({
  letter,
  orgId,
  run,
  runId,
  commandId,
  isOfAnother,
  since,
  onChoose,
}: RunSideProps) {
  const panels = useSidePanels();
  const { data, error, refetch, isFetching } = run.summary;
  return (
    <section className={styles.side} aria-label={`Run ${letter}`}>
      <span className={styles.letter} aria-hidden>
        {letter}
      </span>
      <div className={styles.facts}>
        {error !== null && data === undefined ? (
          <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : data === undefined ? (
          runId === null ? (
            'No run chosen'
          ) : (
            <LinesSkeleton lines={2} />
          )
        ) : (
          <>
            <span className={styles.when}>
              <Moment at={data.startedAt ?? data.createdAt} as="short" />
              <StatusPill {...statusLabel(data.status, data.endReason)} />
            </span>
            <span className={styles.more}>
              {isOfAnother && `${data.name} · `}
              {data.userName} · {data.totalRows !== null && `${countRows(data.totalRows)} · `}
              <RunDuration run={data} />
              {since !== null && ` · ${since}`}
            </span>
          </>
        )}
      </div>
      {commandId !== null && (
        <ChooseRun letter={letter} orgId={orgId} commandId={commandId} runId={runId} onChoose={onChoose} />
      )}
      {data !== undefined && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Open run ${letter}`}
          onClick={() => panels.push({ kind: 'run', runId: data.runId })}
        >
          Open
        </Button>
      )}
    </section>
  );
}

interface ChooseRunProps extends Pick<RunSideProps, 'letter' | 'orgId' | 'runId' | 'onChoose'> {
  commandId: number;
}

function ChooseRun({ letter, orgId, commandId, runId, onChoose }: ChooseRunProps) {
  const filter = [`kit_id:${commandId}`, 'is_dropdown:false', 'is_startup:false'];
  const input = { params: { orgId }, query: { filter, sortDesc: 'start_time', per_page: OFFERED, page: 0 } };
  const runs = useQuery({
    queryKey: queryKey(listRuns, input),
    queryFn: ({ signal }) => callApi(listRuns, input, { signal }),
  });
  return (
    <Menu position="bottom-end" width={330}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`Choose another run as ${letter}`}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
        >
          Choose another
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.choices}>
        {runs.data?.map((run) => (
          <Menu.Item key={run.runId} disabled={run.runId === runId} onClick={() => onChoose(run.runId)}>
            <Moment at={run.startedAt ?? run.createdAt} as="short" />
            <span className={styles.more}>
              {' '}
              {run.userName} · {statusLabel(run.status, run.endReason).word}
              {run.totalRows !== null && ` · ${countRows(run.totalRows)}`}
            </span>
            <span className={styles.chosenBy}>{valuesLine(run)}</span>
          </Menu.Item>
        ))}
        {runs.data === undefined && (
          <Menu.Label>
            {runs.isError ? "Couldn't load the runs. Close this, and try again." : 'Loading…'}
          </Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
