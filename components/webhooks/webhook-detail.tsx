'use client';

import { Button, Stack } from '@mantine/core';
import Link from 'next/link';
import { TakeOver } from '@/components/command/dependents/take-over';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { latestError } from '@/components/ui/feedback/latest-error';
import { QueryState } from '@/components/ui/feedback/query-state';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Chip } from '@/components/ui/text/chip';
import { CopiedText } from '@/components/ui/text/copied-text';
import { Moment } from '@/components/ui/text/moment';
import { exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { paths } from '@/lib/base/paths';
import { isSecretMark, MASKED } from '@/lib/base/secret-mark';
import { PREVIOUS_SECRET_HOURS } from '@/lib/contract/webhooks/webhook';
import { withFileNames } from '@/lib/inputs/file-names';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import {
  type Delivery,
  useDeleteWebhook,
  useDeliveries,
  useEndPreviousSecret,
  useReplaceSecret,
  useTakeWebhook,
  useUpdateWebhook,
  type Webhook,
} from './use-webhooks';
import { webhookPanel } from './webhook-address';
import { CurlExample, WebhookSecret } from './webhook-secret';
import { deliveryWord } from './webhook-words';
import styles from './webhooks.module.css';

interface DetailProps {
  webhook: Webhook;
  orgSlug: string;
}

/** A webhook: its address, where its values come from, and what came to it. */
export function WebhookDetail({ webhook, orgSlug }: DetailProps) {
  const panels = useSidePanels();
  const update = useUpdateWebhook(webhook);
  const remove = useDeleteWebhook(webhook);
  const replace = useReplaceSecret(webhook);
  const take = useTakeWebhook(webhook);
  const { commandId, webhookId, name, isEnabled } = webhook;
  async function askToDelete(): Promise<void> {
    const isSure = await confirm({
      title: `Delete “${name}”?`,
      body: 'Its address stops working, and it can’t be restored. Its runs stay in the history.',
      confirmLabel: 'Delete',
      isDangerous: true,
    });
    if (isSure) remove.mutate(undefined, { onSuccess: panels.pop });
  }
  async function askToReplace(): Promise<void> {
    const isSure = await confirm({
      title: 'Replace the secret?',
      body: `The current one is still accepted for ${PREVIOUS_SECRET_HOURS} hours, so that senders can switch to the new one. You can end it sooner. A secret that was replaced earlier ends now.`,
      confirmLabel: 'Replace',
    });
    if (isSure) replace.mutate();
  }
  if (replace.data !== undefined) return <WebhookSecret webhook={replace.data} onDone={replace.reset} />;
  const error = latestError(update, remove, replace);
  return (
    <SidePanel
      title="Webhook"
      context={name}
      footer={
        <>
          <Button
            variant="subtle"
            color="red"
            mr="auto"
            loading={remove.isPending}
            onClick={() => void askToDelete()}
          >
            Delete
          </Button>
          <Button
            variant="default"
            loading={update.isPending}
            onClick={() => update.mutate({ isEnabled: !isEnabled })}
          >
            {isEnabled ? 'Pause' : 'Resume'}
          </Button>
        </>
      }
    >
      <Stack gap="lg">
        <div className={styles.actions}>
          <Button
            variant="default"
            onClick={() => panels.push(webhookPanel({ commandId, webhookId, step: 'edit' }))}
          >
            Edit
          </Button>
          <Button
            variant="default"
            onClick={() => panels.push(webhookPanel({ commandId, webhookId, step: 'test' }))}
          >
            Send a test delivery
          </Button>
          <Button variant="default" loading={replace.isPending} onClick={() => void askToReplace()}>
            Replace the secret
          </Button>
        </div>
        <StateNotice webhook={webhook} />
        <PreviousSecret webhook={webhook} />
        {error !== null && <ErrorNotice error={error} />}
        <CopiedText label="Address" text={webhook.url} told="Address copied" />
        <Values webhook={webhook} />
        <p className={styles.quiet}>
          Runs as {webhook.owner.name}.{' '}
          {webhook.pausedReason === null && (
            <TakeOver of={webhook} keeps="Its address and secret" take={take} />
          )}{' '}
          Changed by {webhook.modifiedBy.name}, <Moment at={webhook.modifiedAt} as="short" />.
        </p>
        <Deliveries webhook={webhook} orgSlug={orgSlug} isKept={remove.isIdle || remove.isError} />
        <CurlExample webhook={webhook} />
      </Stack>
    </SidePanel>
  );
}

/** Why it starts nothing, and the way out. */
function StateNotice({ webhook }: { webhook: Webhook }) {
  const take = useTakeWebhook(webhook);
  if (webhook.isEnabled) return null;
  return (
    <div className={styles.notice} role="status">
      <p>{webhook.pausedReason ?? 'It is paused: deliveries are refused.'}</p>
      {webhook.pausedReason !== null && !webhook.isMine && (
        <Button variant="default" size="compact-sm" loading={take.isPending} onClick={() => take.mutate()}>
          Take over
        </Button>
      )}
      {take.error !== null && <ErrorNotice error={take.error} />}
    </div>
  );
}

/** A replaced secret that is still accepted, and the way to end it. */
function PreviousSecret({ webhook }: { webhook: Webhook }) {
  const end = useEndPreviousSecret(webhook);
  if (webhook.previousSecretUntil === null) return null;
  return (
    <div className={styles.notice} role="status">
      <p>
        The previous secret is accepted until <Moment at={webhook.previousSecretUntil} as="full" />. End it
        when all senders use the new one, or at once if it has leaked.
      </p>
      <Button variant="default" size="compact-sm" loading={end.isPending} onClick={() => end.mutate()}>
        End the previous secret
      </Button>
      {end.error !== null && <ErrorNotice error={end.error} />}
    </div>
  );
}

function valueText(value: JsonValue): string {
  if (isSecretMark(value)) return MASKED;
  return withFileNames(typeof value === 'string' ? value : exactJson(value));
}

function Values({ webhook: { inputs } }: { webhook: Webhook }) {
  const names = inputNames(inputs.map(({ input }) => input));
  return (
    <div>
      <p className={styles.heading}>Values</p>
      {inputs.length === 0 ? (
        <p className={styles.quiet}>No values.</p>
      ) : (
        <ul className={styles.list}>
          {inputs.map(({ inputId, input, path, valueJson }) => (
            <li key={inputId} className={styles.item}>
              <span className={styles.names}>
                <span className={styles.name}>{nameOf(names, input.key)}</span>
              </span>
              <Chip kind="machine">
                {path === null ? valueText(valueJson) : path === '' ? 'the whole body' : path}
              </Chip>
              <span className={styles.quiet}>{path === null ? 'fixed' : 'body'}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Deliveries({ webhook, orgSlug, isKept }: DetailProps & { isKept: boolean }) {
  const deliveries = useDeliveries(webhook, isKept);
  return (
    <div>
      <p className={styles.heading}>Last deliveries</p>
      {webhook.unsignedAt !== null && (
        <p className={styles.quiet}>
          A delivery with a wrong, old, or missing signature was refused{' '}
          <Moment at={webhook.unsignedAt} as="short" />.
        </p>
      )}
      <QueryState
        query={deliveries}
        loading={<ListSkeleton rows={1} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <EmptyLine>Nothing received yet. Deliveries are listed here, each with its outcome.</EmptyLine>
        }
      >
        {(all) => (
          <ul className={styles.list} aria-label="Last deliveries">
            {all.map((delivery) => (
              <DeliveryItem
                key={delivery.deliveryId}
                delivery={delivery}
                addressOfRun={(runId) => paths.run(orgSlug, webhook.commandId, runId)}
              />
            ))}
          </ul>
        )}
      </QueryState>
    </div>
  );
}

interface DeliveryItemProps {
  delivery: Delivery;
  addressOfRun: (runId: number) => string;
}

function DeliveryItem({ delivery, addressOfRun }: DeliveryItemProps) {
  const { reason, runId, isTest, senderId, receivedAt, attempts } = delivery;
  return (
    <li className={styles.item}>
      <span className={styles.names}>
        <span>
          <StatusPill {...deliveryWord(delivery)} /> {isTest && <Chip>Test</Chip>}{' '}
          {senderId !== null && <Chip kind="machine">{senderId}</Chip>}
        </span>
        {reason !== null && <span className={styles.quiet}>{reason}</span>}
        <span className={styles.quiet}>
          <Moment at={receivedAt} as="short" />
          {attempts > 1 && `, came ${attempts} times`}
        </span>
      </span>
      {runId !== null && <Link href={addressOfRun(runId)}>Run {runId}</Link>}
    </li>
  );
}
