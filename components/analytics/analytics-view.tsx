'use client';

import { Skeleton } from '@mantine/core';
import { PageTitle } from '@/components/ui/layout/page-title';
import styles from './analytics-view.module.css';
import { FigureBar } from './bar/figure-bar';
import { AdditionsCard } from './cards/additions-card';
import { MostActiveCard } from './cards/most-active-card';
import { MostUsedCard } from './cards/most-used-card';
import { WeeklyRunsCard } from './cards/weekly-runs-card';
import { useAnalyticsAddress } from './use-analytics-address';

/** What runs in an organization, and who runs it. */
export function AnalyticsView({ org }: { org: { orgId: string; slug: string } }) {
  const { address, shown, change } = useAnalyticsAddress();
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageTitle>Analytics</PageTitle>
      </div>
      {shown === null ? (
        <Skeleton height={560} radius="md" aria-hidden />
      ) : (
        <>
          <FigureBar address={address} shown={shown} change={change} />
          <div className={styles.cards}>
            <WeeklyRunsCard orgId={org.orgId} shown={shown} />
            <div className={styles.pair}>
              <MostUsedCard
                org={org}
                shown={shown}
                paging={{ page: address.commands, onTurn: (commands) => change({ commands }) }}
              />
              <MostActiveCard
                orgId={org.orgId}
                shown={shown}
                paging={{ page: address.runners, onTurn: (runners) => change({ runners }) }}
              />
            </div>
            <AdditionsCard orgId={org.orgId} shown={shown} />
          </div>
        </>
      )}
    </div>
  );
}
