'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsExchange, IconGitCompare } from '@tabler/icons-react';
import Link from 'next/link';
import { useQueryStates } from 'nuqs';
import { type ReactNode, useEffect } from 'react';
import { ResultSkeleton } from '@/components/result-view/result-skeleton';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { LinkButton } from '@/components/ui/layout/link-button';
import { PageTitle } from '@/components/ui/layout/page-title';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import { CopyButton } from '@/components/ui/text/copy-button';
import { paths } from '@/lib/base/paths';
import { formatDuration } from '@/lib/runs/duration';
import { deletionText } from '@/lib/runs/result-state';
import { fullTime } from '@/lib/runs/run-times';
import styles from './compare.module.css';
import { compareParsers } from './compare-address';
import { ComparedResults } from './compared-results';
import { ComparedValues } from './compared-values';
import { NoComparison } from './no-comparison';
import { RunSide } from './run-side';
import { type ComparedRun, useComparedRun } from './use-compared-run';
import { usePreviousRun } from './use-previous-run';
import { valuesOf } from './values-of';

type Summary = ComparedRun['summary']['data'];

/** That the result of a side was deleted, by whom, and when. */
const goneResult = (letter: string, summary: Summary): string[] =>
  summary?.resultDeletion == null ? [] : [`${letter}: ${deletionText(summary.resultDeletion, fullTime)}`];

const startOf = (summary: NonNullable<Summary>): number => Date.parse(summary.startedAt ?? summary.createdAt);

/** How much later B started than A, where the times in words, which have no seconds, may be the same. */
function sinceOf(a: Summary, b: Summary): string | null {
  if (a === undefined || b === undefined) return null;
  const laterMs = startOf(b) - startOf(a);
  if (laterMs === 0 || Math.abs(laterMs) >= 60_000) return null;
  return `${formatDuration(Math.abs(laterMs))} ${laterMs > 0 ? 'later' : 'earlier'}`;
}

/** Two runs side by side: their values, and what differs between their results. */
export function CompareView({ org }: { org: { orgId: string; slug: string } }) {
  const [address, setAddress] = useQueryStates(compareParsers, { history: 'replace', scroll: false });
  const a = useComparedRun(org.orgId, address.a);
  const b = useComparedRun(org.orgId, address.b);
  // The older run is A: one that comes alone is compared with the run before it.
  const isAlone = address.a !== null && address.b === null;
  const previous = usePreviousRun(org.orgId, isAlone ? a.summary.data : null);
  const previousId = previous.data ?? null;
  useEffect(() => {
    if (isAlone && previousId !== null) void setAddress((alone) => ({ a: previousId, b: alone.a }));
  }, [isAlone, previousId, setAddress]);
  const known = a.summary.data ?? b.summary.data;
  const gone = [...goneResult('A', a.summary.data), ...goneResult('B', b.summary.data)];
  const side = (letter: 'a' | 'b') => (
    <RunSide
      letter={letter === 'a' ? 'A' : 'B'}
      orgId={org.orgId}
      run={letter === 'a' ? a : b}
      runId={address[letter]}
      commandId={known?.commandId ?? null}
      isOfAnother={
        a.summary.data !== undefined &&
        b.summary.data !== undefined &&
        a.summary.data.commandId !== b.summary.data.commandId
      }
      since={letter === 'a' ? null : sinceOf(a.summary.data, b.summary.data)}
      onChoose={(runId) => void setAddress({ [letter]: runId })}
    />
  );
  return (
    <>
      <nav className={styles.crumbs} aria-label="Where this is">
        <Link href={paths.history(org.slug)}>History</Link>
        {known !== undefined && (
          <>
            <span aria-hidden>/</span>
            <Link href={paths.builder(org.slug, known.commandId)}>{known.name}</Link>
          </>
        )}
      </nav>
      <div className={styles.head}>
        <PageTitle>Compare runs</PageTitle>
        <CopyButton
          label="Copy a link to this comparison"
          text={() => window.location.href}
          told="Copied to clipboard!"
        />
      </div>
      <div className={styles.sides}>
        {side('a')}
        <Tooltip label="Swap A and B">
          <ActionIcon
            className={styles.swap}
            aria-label="Swap A and B"
            onClick={() => void setAddress({ a: address.b, b: address.a })}
          >
            <IconArrowsExchange size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        {side('b')}
      </div>
      {isAlone && a.summary.data !== undefined ? (
        <QueryState
          query={previous}
          errorTitle="Error looking for the run before this one"
          loading={<ResultSkeleton />}
        >
          {(found) =>
            found === null && (
              <ChooseRuns title="No earlier run to compare with" orgSlug={org.slug}>
                No earlier run of this command has a result. Choose another run as B, or two runs in the
                history.
              </ChooseRuns>
            )
          }
        </QueryState>
      ) : address.a === null || address.b === null ? (
        <ChooseRuns title="Choose two runs" orgSlug={org.slug}>
          Select two runs of a command in the history, then press Compare.
        </ChooseRuns>
      ) : (
        <>
          <QueryState query={a.summary} loading={<LinesSkeleton lines={3} />}>
            {(left) => (
              <QueryState query={b.summary} loading={<LinesSkeleton lines={3} />}>
                {(right) => <ValuesOfBoth a={{ ...a, summary: left }} b={{ ...b, summary: right }} />}
              </QueryState>
            )}
          </QueryState>
          {gone.length > 0 ? (
            <NoComparison>{`${gone.join(' ')} Only the values can be compared.`}</NoComparison>
          ) : (
            <QueryState query={a.result} loading={<ResultSkeleton />}>
              {(left) => (
                <QueryState query={b.result} loading={<ResultSkeleton />}>
                  {(right) => (
                    <ComparedResults
                      a={left}
                      b={right}
                      address={address}
                      onChange={(changes) => void setAddress(changes)}
                    />
                  )}
                </QueryState>
              )}
            </QueryState>
          )}
        </>
      )}
    </>
  );
}

/** Why nothing is compared yet, and where runs are chosen. */
function ChooseRuns({ title, orgSlug, children }: { title: string; orgSlug: string; children: ReactNode }) {
  return (
    <div className={styles.card}>
      <EmptyNotice
        icon={<IconGitCompare size={22} stroke={1.75} />}
        title={title}
        action={<LinkButton href={paths.history(orgSlug)}>Choose in the history</LinkButton>}
      >
        {children}
      </EmptyNotice>
    </div>
  );
}

interface ReadRun {
  summary: NonNullable<Summary>;
  result: ComparedRun['result'];
}

/** The values of both runs; long ones come with the runs themselves. */
function ValuesOfBoth({ a, b }: { a: ReadRun; b: ReadRun }) {
  const [left, right] = [a, b].map(({ summary, result }) => valuesOf(summary, result.data));
  if (left && right) {
    const names = [a, b].flatMap(({ summary }) => Object.entries(summary.valueNames));
    return <ComparedValues a={left} b={right} names={new Map(names)} />;
  }
  if ([a, b].some(({ result }) => result.isLoading)) return <LinesSkeleton lines={3} />;
  return <NoComparison>The values are too long to be compared without the runs’ results.</NoComparison>;
}
