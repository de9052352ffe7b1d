'use client';

import { Button, UnstyledButton } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Moment } from '@/components/ui/text/moment';
import { type Command, useCommandWebhooks, type Webhook } from './use-webhooks';
import { webhookPanel } from './webhook-address';
import { stateWord } from './webhook-words';
import styles from './webhooks.module.css';

/** The webhooks of a command, in the panel that configures it. */
export function WebhooksTab({ command, tabs }: { command: Command; tabs: ReactNode }) {
  const panels = useSidePanels();
  const { orgId, commandId } = command;
  const webhooks = useCommandWebhooks(orgId, commandId);
  return (
    <SidePanel
      title={`Configure ${command.name}`}
      context="Started by other programs"
      footer={
        <Button
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => panels.push(webhookPanel({ commandId, webhookId: null, step: 'edit' }))}
        >
          New webhook
        </Button>
      }
    >
      {tabs}
      <QueryState
        query={webhooks}
        loading={<ListSkeleton rows={2} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <EmptyNotice icon={<IconWebhook size={22} stroke={1.75} />} title="No webhooks yet">
            A webhook is an address that another program calls, with a signature, to start this command with
            your rights.
          </EmptyNotice>
        }
      >
        {(all) => (
          <ul className={styles.list} aria-label="Webhooks">
            {all.map((webhook) => (
              <li key={webhook.webhookId}>
                <WebhookItem webhook={webhook} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </SidePanel>
  );
}

function WebhookItem({ webhook }: { webhook: Webhook }) {
  const panels = useSidePanels();
  const { commandId, webhookId, name, lastDelivery } = webhook;
  return (
    <UnstyledButton
      className={styles.item}
      onClick={() => panels.push(webhookPanel({ commandId, webhookId, step: 'view' }))}
    >
      <span className={styles.names}>
        <span className={styles.name}>{name}</span>
        <span className={styles.quiet}>
          {lastDelivery === null ? (
            'Nothing received yet'
          ) : (
            <>
              Last delivery <Moment at={lastDelivery.at} as="short" />
            </>
          )}
        </span>
      </span>
      <StatusPill {...stateWord(webhook)} />
    </UnstyledButton>
  );
}
