'use client';

import { Button, Stack } from '@mantine/core';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { CopiedText } from '@/components/ui/text/copied-text';
import { CodeExample, ShownOnce } from '@/components/ui/text/shown-once';
import { curlExample } from '@/lib/webhooks/example';
import { bodyFor } from './mapping';
import type { Webhook } from './use-webhooks';
import styles from './webhooks.module.css';

/** The secret of a webhook, this once, and how a program uses it. */
export function WebhookSecret({
  webhook,
  onDone,
}: {
  webhook: Webhook & { secret: string };
  onDone: () => void;
}) {
  return (
    <SidePanel
      title="Copy the secret"
      context={webhook.name}
      footer={
        <Button variant="default" onClick={onDone}>
          I have copied it
        </Button>
      }
    >
      <Stack gap="lg">
        <ShownOnce label="Secret" text={webhook.secret} takesFocus />
        <p className={styles.quiet}>
          The secret signs what is sent to the webhook. Store it where the sender keeps its secrets. If it is
          lost, replace it.
        </p>
        <CopiedText label="Address" text={webhook.url} told="Address copied" />
        <CurlExample webhook={webhook} />
      </Stack>
    </SidePanel>
  );
}

/** How to send a delivery from a terminal, with the secret in a variable. */
export function CurlExample({ webhook }: { webhook: Webhook }) {
  const text = curlExample(webhook.url, bodyFor(webhook.inputs));
  return (
    <div>
      <CodeExample title="Send a delivery from a terminal" text={text} />
      <p className={styles.quiet}>
        Set <code>WEBHOOK_SECRET</code> first. The signature is the HMAC-SHA-256 of the time, a dot, and the
        body.
      </p>
    </div>
  );
}
