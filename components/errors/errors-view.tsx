'use client';

import { Button, NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import { IconBug } from '@tabler/icons-react';
import { useSourceKinds } from '@/components/command/source-kinds';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageTitle } from '@/components/ui/layout/page-title';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { counted } from '@/lib/base/text/counted';
import { errorStates } from '@/lib/contract/insight/errors';
import type { ResponseOf } from '@/lib/contract/operation';
import { formatCount } from '@/lib/results/table/row-counts';
import { ErrorList } from './error-list';
import { stateLabels } from './error-words';
import styles from './errors-view.module.css';
import { type ErrorsAddress, useErrors, useErrorsAddress } from './use-errors';

interface ErrorsViewProps {
  orgId: string;
  /** Whether it is a page of its own, and not one of Analytics, which has the title. */
  isTitled: boolean;
}

/** What fails in the commands that the reader configures, one row for all that fails in the same way. */
export function ErrorsView({ orgId, isTitled }: ErrorsViewProps) {
  const [address, setAddress] = useErrorsAddress();
  const errors = useErrors(orgId, address);
  const first = errors.data?.pages[0];
  const change = (changes: Partial<ErrorsAddress>) => void setAddress(changes);
  return (
    <>
      {isTitled && <PageTitle>Errors</PageTitle>}
      <p className={styles.lead}>
        Runs that fail in the same way are one error. You see those of the commands that you configure.
      </p>
      <Choices address={address} counts={first?.counts} leftOut={first?.leftOut ?? 0} change={change} />
      {address.command !== null && (
        <p className={styles.lead}>
          {'Only those of one command. '}
          <Button variant="default" size="compact-sm" onClick={() => change({ command: null })}>
            Show all commands
          </Button>
        </p>
      )}
      <QueryState
        query={errors}
        errorTitle="The errors could not be loaded"
        loading={<ListSkeleton rows={6} />}
        isEmpty={({ pages }) => pages[0]?.errors.length === 0}
        empty={
          <div className={styles.card}>
            <EmptyNotice icon={<IconBug size={22} stroke={1.75} />} title={emptyTitles[address.state]}>
              {emptyWords[address.state]}
            </EmptyNotice>
          </div>
        }
      >
        {({ pages }) => (
          <div aria-busy={errors.isPlaceholderData}>
            <ErrorList errors={pages.flatMap((page) => page.errors)} />
            {errors.hasNextPage && (
              <div className={styles.more}>
                <Button
                  variant="default"
                  loading={errors.isFetchingNextPage}
                  onClick={() => void errors.fetchNextPage()}
                >
                  More errors
                </Button>
              </div>
            )}
          </div>
        )}
      </QueryState>
      {first !== undefined && first.unnamed.errors > 0 && (
        <p className={styles.note}>
          {`${counted(first.unnamed.errors, 'more error')} in ${counted(first.unnamed.runs, 'run')} of other people’s private commands.`}
        </p>
      )}
    </>
  );
}

const emptyTitles = {
  open: 'No open errors',
  resolved: 'No resolved errors',
  ignored: 'No ignored errors',
} as const;

const emptyWords = {
  open: 'When a run of a command that you configure fails, its error is listed here within seconds.',
  resolved: 'Errors that you resolve are kept here. They are open again when they return.',
  ignored: 'Errors that you ignore are kept here, and stay quiet for as long as you chose.',
} as const;

interface ChoicesProps {
  address: ErrorsAddress;
  counts: ResponseOf<typeof import('@/lib/contract/insight/errors').listErrors>['counts'] | undefined;
  /** How many errors with refused values are not listed. */
  leftOut: number;
  change: (changes: Partial<ErrorsAddress>) => void;
}

function Choices({ address, counts, leftOut, change }: ChoicesProps) {
  const kinds = useSourceKinds();
  return (
    <div className={styles.choices}>
      <SegmentedControl
        aria-label="Which errors"
        data={errorStates.map((value) => ({
          value,
          label: `${stateLabels[value].word}${counts === undefined ? '' : ` ${formatCount(counts[value])}`}`,
        }))}
        value={address.state}
        onChange={(value) => change({ state: errorStates.find((state) => state === value) ?? 'open' })}
      />
      <NativeSelect
        aria-label="Source"
        data={[
          { value: '', label: 'All sources' },
          ...kinds.map(({ kind, label }) => ({ value: kind, label })),
        ]}
        value={address.source ?? ''}
        onChange={(event) => change({ source: event.currentTarget.value || null })}
      />
      <NativeSelect
        aria-label="Order"
        data={[
          { value: 'last', label: 'Last seen first' },
          { value: 'runs', label: 'Most runs first' },
        ]}
        value={address.sort}
        onChange={(event) => change({ sort: event.currentTarget.value === 'runs' ? 'runs' : 'last' })}
      />
      <Switch
        label={leftOut > 0 ? `Refused values, too (${formatCount(leftOut)})` : 'Refused values, too'}
        title="Values that a source refused, such as text in place of a number"
        checked={address.bad}
        onChange={(event) => change({ bad: event.currentTarget.checked })}
      />
    </div>
  );
}
