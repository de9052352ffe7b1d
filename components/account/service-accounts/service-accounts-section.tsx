'use client';

import { Button, UnstyledButton } from '@mantine/core';
import { IconPlus, IconRobot } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Moment } from '@/components/ui/text/moment';
import view from '../account-view.module.css';
import styles from './service-accounts-section.module.css';
import { type ServiceAccount, useServiceAccounts } from './use-service-accounts';

/** The organization's service accounts; each opens to its tokens. */
export function ServiceAccountsSection({ orgId }: { orgId: string }) {
  const panels = useSidePanels();
  const accounts = useServiceAccounts(orgId);
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => panels.push({ kind: 'new-service-account' })}
    >
      New service account
    </Button>
  );
  return (
    <section aria-label="Service accounts">
      <div className={view.bar}>
        <p className={view.about}>
          Members for programs. Share commands and folders with them as with people. Only their tokens can act
          as them, so nothing stops when a person leaves.
        </p>
        {accounts.data !== undefined && accounts.data.length > 0 && add}
      </div>
      <QueryState
        query={accounts}
        loading={<ListSkeleton />}
        isEmpty={(loaded) => loaded.length === 0}
        empty={
          <div className={view.card}>
            <EmptyNotice
              icon={<IconRobot size={22} stroke={1.75} />}
              title="No service accounts yet"
              action={add}
            >
              Create one for a nightly job, a chat bot, or an AI assistant that belongs to the whole team.
            </EmptyNotice>
          </div>
        }
      >
        {(loaded) => (
          <ul className={styles.list} aria-label="Service accounts">
            {loaded.map((account) => (
              <AccountRow
                key={account.userId}
                account={account}
                onOpen={() => panels.push({ kind: 'service-account', accountId: account.userId })}
              />
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  );
}

function AccountRow({ account, onOpen }: { account: ServiceAccount; onOpen: () => void }) {
  const { name, tokenCount, lastUsedAt } = account;
  return (
    <li className={styles.row}>
      <UnstyledButton className={styles.name} onClick={onOpen}>
        <IconRobot size={16} stroke={1.75} aria-hidden />
        <span>{name}</span>
      </UnstyledButton>
      <span className={styles.fact}>
        {tokenCount === 0 ? 'No tokens' : tokenCount === 1 ? '1 token' : `${tokenCount} tokens`}
      </span>
      <span className={styles.fact}>
        {lastUsedAt === null ? 'Not used yet' : <>Last used {<Moment at={lastUsedAt} as="ago" />}</>}
      </span>
    </li>
  );
}
