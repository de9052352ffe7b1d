'use client';

import { Button, NativeSelect } from '@mantine/core';
import { ask } from '@/components/ui/feedback/dialogs/dialogs';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import type { PanelPage } from '@/components/ui/panels/panel-page';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Moment } from '@/components/ui/text/moment';
import { counted } from '@/lib/base/text/counted';
import { countedRunsText } from '@/lib/figures/counted-runs';
import { formatCount } from '@/lib/results/table/row-counts';
import { errorTitle } from '@/lib/runs/error-title';
import { ErrorCommands } from './error-commands';
import styles from './error-panel.module.css';
import { ErrorWeeks } from './error-weeks';
import { originOf, stateLabels } from './error-words';
import { IgnoreForm } from './ignore-form';
import { type ErrorChange, type ErrorDetails, useChangeError, useError } from './use-errors';

/** As many characters of a title as a panel has room for. */
const LONGEST_TITLE = 60;

interface ErrorPanelProps {
  errorId: number;
  org: PanelPage['org'];
}

/** One error: what it hit, since when, and whose it is. */
export function ErrorPanel({ errorId, org }: ErrorPanelProps) {
  const error = useError(org.orgId, errorId);
  const change = useChangeError(org.orgId, errorId);
  const { data } = error;
  return (
    <SidePanel
      title={data === undefined ? 'Error' : errorTitle(data.title)}
      context={data && originOf(data)}
      footer={
        data && (
          <StateButtons
            error={data}
            isPending={change.isPending}
            onChange={(changes) => change.mutate(changes)}
          />
        )
      }
    >
      {change.error !== null && <ErrorNotice error={change.error} />}
      <QueryState
        query={error}
        errorTitle="The error could not be loaded"
        loading={<LinesSkeleton lines={8} />}
      >
        {(loaded) => (
          <div className={styles.body}>
            {/* The title at the top is cut where it is long. */}
            {loaded.title.length > LONGEST_TITLE && (
              <p className={styles.message}>{errorTitle(loaded.title)}</p>
            )}
            <Standing error={loaded} />
            {loaded.state === 'open' && (
              <p className={styles.next}>
                Resolve it once its cause is fixed: if it happens again, it opens again, and people hear about
                it. Ignore it to hear nothing for a while.
              </p>
            )}
            <NativeSelect
              label="Assigned to"
              description="Only this person hears about it when it returns; without one, all engineers of its commands do."
              data={[
                { value: '', label: 'Nobody' },
                ...loaded.engineers.map(({ userId, name }) => ({ value: userId, label: name })),
              ]}
              value={loaded.assignee?.userId ?? ''}
              disabled={change.isPending}
              onChange={(event) => change.mutate({ assigneeId: event.currentTarget.value || null })}
            />
            <Facts error={loaded} />
            <ErrorWeeks weeks={loaded.weeks} />
            <ErrorCommands org={org} error={loaded} />
          </div>
        )}
      </QueryState>
    </SidePanel>
  );
}

function StateButtons({
  error: { state },
  isPending,
  onChange,
}: {
  error: ErrorDetails;
  isPending: boolean;
  onChange: (change: ErrorChange) => void;
}) {
  if (state !== 'open') {
    return (
      <Button loading={isPending} onClick={() => onChange({ state: 'open' })}>
        Reopen
      </Button>
    );
  }
  async function ignore(): Promise<void> {
    const change = await ask<ErrorChange>('Ignore this error?', (onAnswer) => (
      <IgnoreForm onAnswer={onAnswer} />
    ));
    if (change !== null) onChange(change);
  }
  return (
    <>
      <Button variant="default" disabled={isPending} onClick={() => void ignore()}>
        Ignore
      </Button>
      <Button loading={isPending} onClick={() => onChange({ state: 'resolved' })}>
        Resolve
      </Button>
    </>
  );
}

/** Its state, who set it, and until when. */
function Standing({ error }: { error: ErrorDetails }) {
  const { state, stateSince, stateByName, ignoredUntil, ignoredRunsLeft } = error;
  return (
    <p className={styles.standing}>
      <StatusPill {...stateLabels[state]} />
      <span>
        {stateByName !== null && `by ${stateByName} `}
        {'since '}
        <Moment at={stateSince} as="short" inSentence />
        {ignoredUntil !== null && (
          <>
            {', until '}
            <Moment at={ignoredUntil} as="short" inSentence />
          </>
        )}
        {ignoredRunsLeft !== null && `, for ${counted(ignoredRunsLeft, 'more failure')}`}
      </span>
    </p>
  );
}

function Facts({ error }: { error: ErrorDetails }) {
  const panels = useSidePanels();
  const { errorId, runs, privateRuns, people, firstAt, lastAt } = error;
  const figure = countedRunsText({
    errorId,
    outcome: 'failed',
    dropdowns: true,
    startup: true,
    unlisted: privateRuns || undefined,
  });
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Failed runs</dt>
        <dd>
          <Button
            variant="subtle"
            size="compact-sm"
            className={styles.runs}
            onClick={() => panels.push({ kind: 'counted-runs', figure })}
          >
            {`Show ${counted(runs + privateRuns, 'run')}`}
          </Button>
        </dd>
      </div>
      <div>
        <dt>People affected</dt>
        <dd>{formatCount(people)}</dd>
      </div>
      <div>
        <dt>First seen</dt>
        <dd>
          <Moment at={firstAt} as="short" />
        </dd>
      </div>
      <div>
        <dt>Last seen</dt>
        <dd>
          <Moment at={lastAt} as="short" />
        </dd>
      </div>
    </dl>
  );
}
