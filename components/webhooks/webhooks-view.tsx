'use client';

import { Button, UnstyledButton } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import card from '@/components/ui/layout/card.module.css';
import { PageTitle } from '@/components/ui/layout/page-title';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { CardRow, CardTable } from '@/components/ui/table/card-table';
import { CopyButton } from '@/components/ui/text/copy-button';
import { Moment } from '@/components/ui/text/moment';
import { type ListedWebhook, useWebhooks } from './use-webhooks';
import { NEW_WEBHOOK, webhookPanel } from './webhook-address';
import { deliveryWord, stateWord } from './webhook-words';
import styles from './webhooks.module.css';

const COLUMNS = ['Webhook', 'Last delivery', 'Runs as', 'State', 'Address'];

/** All webhooks of an organization. */
export function WebhooksView({ orgId }: { orgId: string }) {
  const webhooks = useWebhooks(orgId);
  const panels = useSidePanels();
  return (
    <>
      <div className={styles.head}>
        <PageTitle>Webhooks</PageTitle>
        <Button
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => panels.push({ kind: 'webhook', webhook: NEW_WEBHOOK })}
        >
          New webhook
        </Button>
      </div>
      <QueryState
        query={webhooks}
        loading={<ListSkeleton rows={4} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <div className={card.card}>
            <EmptyNotice icon={<IconWebhook size={22} stroke={1.75} />} title="No webhooks yet">
              A webhook is an address that another program calls to start a command. Its calls are signed. All
              webhooks of the organization are listed here.
            </EmptyNotice>
          </div>
        }
      >
        {(all) => (
          <CardTable label="Webhooks" columns={COLUMNS} minWidth={720}>
            {all.map((webhook) => (
              <WebhookRow key={webhook.webhookId} webhook={webhook} />
            ))}
          </CardTable>
        )}
      </QueryState>
    </>
  );
}

function WebhookRow({ webhook }: { webhook: ListedWebhook }) {
  const panels = useSidePanels();
  const { commandId, webhookId, name, commandName, owner, url } = webhook;
  return (
    <CardRow name={name} columns={COLUMNS} endsWithControl>
      <div>
        <UnstyledButton
          className={styles.opener}
          onClick={() => panels.push(webhookPanel({ commandId, webhookId, step: 'view' }))}
        >
          {name}
        </UnstyledButton>
        <span className={styles.quiet}>{commandName}</span>
      </div>
      <LastDelivery webhook={webhook} />
      {owner.name}
      <StatusPill {...stateWord(webhook)} />
      <CopyButton text={url} label={`Copy the address of ${name}`} told="Address copied" />
    </CardRow>
  );
}

/** What came last. Nothing is kept of what wasn't signed but when it came. */
function LastDelivery({ webhook: { lastDelivery, unsignedAt } }: { webhook: ListedWebhook }) {
  if (unsignedAt !== null && unsignedAt > (lastDelivery?.at ?? ''))
    return (
      <span className={styles.last}>
        <Moment at={unsignedAt} as="short" />
        <StatusPill tone="bad" word="Wrong signature" />
      </span>
    );
  if (lastDelivery === null) return '—';
  return (
    <span className={styles.last}>
      <Moment at={lastDelivery.at} as="short" />
      <StatusPill {...deliveryWord(lastDelivery)} />
    </span>
  );
}
