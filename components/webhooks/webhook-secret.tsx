'use client';

import { Button, Stack } from '@mantine/core';
import { Notice } from '@/components/ui/feedback/notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { CopiedText } from '@/components/ui/text/copied-text';
import { CopyButton } from '@/components/ui/text/copy-button';
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
    <SidePanel title="Copy the secret" context={webhook.name} footer={<Button onClick={onDone}>Done</Button>}>
      <Stack gap="lg">
        <Notice kind="info" title="It is shown this once">
          The secret signs what is sent to the webhook. Store it where the sender keeps its secrets. If it is
          lost, replace it.
        </Notice>
        <CopiedText label="Secret" text={webhook.secret} told="Secret copied" />
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
      <div className={styles.line}>
        <p className={styles.heading}>Send a delivery from a terminal</p>
        <CopyButton text={text} label="Copy the shell commands" told="Shell commands copied" />
      </div>
      <p className={styles.quiet}>
        Set <code>WEBHOOK_SECRET</code> first. The signature is the HMAC-SHA-256 of the time, a dot, and the
        body.
      </p>
      <pre className={styles.code} tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
