'use client';

import { Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';
import type { PanelPage } from '@/components/ui/panels/panel-page';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { paths } from '@/lib/base/paths';
import type { ResultChart } from '@/lib/results/charts/chart-of';
import { formatCount } from '@/lib/results/table/row-counts';
import styles from './usage-panel.module.css';
import { chartOfDays, durationsOf, outcomesOf } from './usage-words';
import { type Usage, useUsage } from './use-usage';

const chartPart = fetchedPart(() => import('@/components/result-view/table/chart-result'));

interface UsagePanelProps {
  /** The command's organization. */
  orgId: string;
  commandId: number;
  /** The page's organization. */
  org: PanelPage['org'];
}

/** How often a command is run, by whom, how its runs end, and how long they take. */
export function UsagePanel({ orgId, commandId, org }: UsagePanelProps) {
  const usage = useUsage(orgId, commandId);
  // The history of another organization lists only the reader's own runs of the command.
  const slug = org.orgId === orgId ? org.slug : null;
  return (
    <SidePanel title="Usage" context={usage.data?.name}>
      <QueryState
        query={usage}
        errorTitle="Error loading usage"
        loading={<UsageSkeleton />}
        isEmpty={({ allTime }) => allTime === 0}
        empty={
          <EmptyNotice icon={<IconChartBar size={22} stroke={1.75} />} title="Not run yet">
            How often it is run, and by whom, is shown here.
          </EmptyNotice>
        }
      >
        {(loaded) => <UsageBody usage={loaded} slug={slug} />}
      </QueryState>
    </SidePanel>
  );
}

function UsageBody({ usage, slug }: { usage: Usage; slug: string | null }) {
  const { days, runners, otherRunners } = usage;
  const durations = durationsOf(usage);
  const since = days[0]?.day ?? '';
  const chart = chartOfDays(days);
  return (
    <div className={styles.body}>
      <div className={styles.totals}>
        <Total
          label="Past 30 days"
          count={usage.pastMonth}
          href={historyOf(slug, usage.allTimeWebFilters, since)}
        />
        <Total label="All time" count={usage.allTime} href={historyOf(slug, usage.allTimeWebFilters)} />
      </div>
      <div className={styles.chart}>
        <Fetched part={chartPart} props={{ chart, note: '' }} fallback={<ChartSkeleton chart={chart} />} />
      </div>
      <Section title="Outcomes" note="Of the runs of the past 30 days.">
        <Facts facts={outcomesOf(usage).map(({ label, said }) => [label, said])} />
      </Section>
      {durations !== null && (
        <Section title="Duration" note={durations.of}>
          <Facts facts={durations.facts} />
        </Section>
      )}
      <Section title="People">
        <table className={styles.people}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Past 30 days</th>
              <th scope="col">All time</th>
            </tr>
          </thead>
          <tbody>
            {runners.map((runner) => (
              <tr key={runner.userId}>
                <td>
                  <MaybeLink href={historyOf(slug, runner.webFilters)}>{runner.name}</MaybeLink>
                </td>
                <td>{formatCount(runner.recentUsage)}</td>
                <td>{formatCount(runner.totalUsage)}</td>
              </tr>
            ))}
            {otherRunners.people > 0 && (
              <tr>
                <td>{`${formatCount(otherRunners.people)} more`}</td>
                <td>{formatCount(otherRunners.recentUsage)}</td>
                <td>{formatCount(otherRunners.totalUsage)}</td>
              </tr>
            )}
          </tbody>
        </table>
      </Section>
      <p className={styles.note}>
        Each row of a bulk run counts as a run. Runs that fill dropdowns or run on startup don’t count.
      </p>
    </div>
  );
}

/** The history with these filters; null if the reader can't see it there. */
function historyOf(slug: string | null, filters: readonly string[], since = ''): string | null {
  if (slug === null) return null;
  const query = new URLSearchParams(filters.map((filter) => ['filter', filter]));
  if (since !== '') query.set('since', since);
  return `${paths.history(slug)}?${query}`;
}

function Total({ label, count, href }: { label: string; count: number; href: string | null }) {
  return (
    <div className={styles.total}>
      <span className={styles.label}>{label}</span>
      <span className={styles.count}>{formatCount(count)}</span>
      {href !== null && (
        <Link href={href} prefetch={false} aria-label={`Show in History: ${label}`}>
          Show in History
        </Link>
      )}
    </div>
  );
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      {children}
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </section>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, said]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  );
}

function MaybeLink({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? (
    children
  ) : (
    <Link href={href} prefetch={false}>
      {children}
    </Link>
  );
}

/** The chart's heading and place, until its code has loaded. */
function ChartSkeleton({ chart }: { chart: ResultChart }) {
  return (
    <div className={styles.coming}>
      <p className={styles.title}>{chart.series[0]?.name}</p>
      <Skeleton height={200} radius="md" />
    </div>
  );
}

function UsageSkeleton() {
  return (
    <div className={styles.body}>
      <Skeleton height={84} radius="md" />
      <Skeleton height={230} radius="md" />
      <Skeleton height={110} radius="md" />
      <Skeleton height={160} radius="md" />
    </div>
  );
}
