'use client';

import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ChooseCommand } from '@/components/command/pickers/choose-command';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import type { PanelPage } from '@/components/ui/panels/panel-page';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { mayConfigure } from '@/lib/commands/rights';
import { readCommand } from '@/lib/contract/command/command';
import { useCommandWebhooks } from './use-webhooks';
import { NEW_WEBHOOK, type WebhookPart, webhookPanel, webhookPartAt } from './webhook-address';
import { WebhookDetail } from './webhook-detail';
import { WebhookForm } from './webhook-form';
import { WebhookTest } from './webhook-test';

type WebhookPanelProps = { orgId: string } & PanelPage & PanelParams<'webhook'>;

/** One panel of a webhook: a new one, or one that there is. */
export function WebhookPanel({ webhook: address, ...page }: WebhookPanelProps) {
  const part = webhookPartAt(address);
  if (address === NEW_WEBHOOK) return <NewWebhook orgId={page.orgId} />;
  if (part === null) return <SidePanel title="Webhook">This address doesn't lead to a webhook.</SidePanel>;
  return <PartPanel {...page} {...part} />;
}

function NewWebhook({ orgId }: { orgId: string }) {
  const panels = useSidePanels();
  return (
    <ChooseCommand
      orgId={orgId}
      title="New webhook"
      onlyEngineers="Only engineers of a command add webhooks to it."
      onChoose={(commandId) => panels.push(webhookPanel({ commandId, webhookId: null, step: 'edit' }))}
    />
  );
}

function PartPanel({
  orgId,
  org,
  commandId,
  webhookId,
  step,
}: Omit<WebhookPanelProps, 'webhook'> & WebhookPart) {
  const input = { params: { orgId, kitId: commandId } };
  const command = useQuery({
    queryKey: queryKey(readCommand, input),
    queryFn: ({ signal }) => callApi(readCommand, input, { signal }),
  });
  const isEngineer = command.data !== undefined && mayConfigure(command.data);
  const webhooks = useCommandWebhooks(orgId, commandId, {
    isEnabled: isEngineer && webhookId !== null,
    isLive: step === 'view',
  });
  const webhook = webhooks.data?.find((each) => each.webhookId === webhookId);
  if (isEngineer && webhookId === null) return <WebhookForm command={command.data} webhook={null} />;
  if (isEngineer && webhook !== undefined) {
    switch (step) {
      case 'edit':
        return <WebhookForm command={command.data} webhook={webhook} />;
      case 'test':
        return <WebhookTest webhook={webhook} orgSlug={org.slug} />;
      case 'view':
        return <WebhookDetail webhook={webhook} orgSlug={org.slug} />;
    }
  }
  const skeleton = <FieldsSkeleton fields={3} />;
  return (
    <SidePanel title="Webhook">
      {isEngineer ? (
        <QueryState query={webhooks} loading={skeleton}>
          {() => (
            <EmptyNotice icon={<IconLock size={22} stroke={1.75} />} title="This webhook was deleted">
              Its address no longer works.
            </EmptyNotice>
          )}
        </QueryState>
      ) : (
        <QueryState query={command} errorTitle="Error fetching command!" loading={skeleton}>
          {() => (
            <EmptyNotice icon={<IconLock size={22} stroke={1.75} />} title="Only engineers see webhooks">
              Ask an engineer of the command to change its webhooks.
            </EmptyNotice>
          )}
        </QueryState>
      )}
    </SidePanel>
  );
}
