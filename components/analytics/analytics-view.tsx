'use client';

import { Skeleton } from '@mantine/core';
import styles from './analytics-view.module.css';
import { FigureBar } from './bar/figure-bar';
import { CountedUntil, Freshness } from './bar/freshness';
import { AdditionsCard } from './cards/additions-card';
import { MostActiveCard } from './cards/most-active-card';
import { MostUsedCard } from './cards/most-used-card';
import { ConnectionsCard } from './cards/usage/connections-card';
import { GroupsCard } from './cards/usage/groups-card';
import { LoneCard } from './cards/usage/lone-card';
import { OriginsCard } from './cards/usage/origins-card';
import { UnusedCard } from './cards/usage/unused-card';
import { WeeklyRunsCard } from './cards/weekly-runs-card';
import { FailuresCard } from './cards/working/failures-card';
import { MostFailingCard } from './cards/working/most-failing-card';
import { SlowestCard } from './cards/working/slowest-card';
import { TimesCard } from './cards/working/times-card';
import { SavingCommandsCard } from './cards/worth/saving-commands-card';
import { SavingsCard } from './cards/worth/savings-card';
import { useAnalyticsAddress } from './use-analytics-address';

/** What runs in an organization, and who runs it. */
export function AnalyticsView({ org }: { org: { orgId: string; slug: string } }) {
  const { address, shown, change } = useAnalyticsAddress();
  return (
    <>
      <Freshness orgId={org.orgId} />
      {shown === null ? (
        <Skeleton height={560} radius="md" aria-hidden />
      ) : (
        <>
          <FigureBar address={address} shown={shown} change={change}>
            <CountedUntil orgId={org.orgId} />
          </FigureBar>
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
            <h2 className={styles.question}>Is it working?</h2>
            <div className={styles.halves}>
              <FailuresCard orgId={org.orgId} shown={shown} />
              <TimesCard
                orgId={org.orgId}
                shown={shown}
                commandId={address.command}
                onChoose={(command) => change({ command })}
              />
            </div>
            <MostFailingCard org={org} shown={shown} />
            <SlowestCard org={org} shown={shown} />
            <h2 className={styles.question}>Is it used?</h2>
            <OriginsCard orgId={org.orgId} shown={shown} />
            <ConnectionsCard orgId={org.orgId} shown={shown} />
            <GroupsCard orgId={org.orgId} shown={shown} />
            <div className={styles.halves}>
              <UnusedCard org={org} shown={shown} />
              <LoneCard org={org} />
            </div>
            <h2 className={styles.question}>What is it worth?</h2>
            <div className={styles.halves}>
              <SavingsCard orgId={org.orgId} shown={shown} />
              <SavingCommandsCard org={org} shown={shown} />
            </div>
          </div>
        </>
      )}
    </>
  );
}
