'use client';

import { Button, JsonInput, Stack } from '@mantine/core';
import Link from 'next/link';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { Notice } from '@/components/ui/feedback/notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { exactJson } from '@/lib/base/exact-json';
import { paths } from '@/lib/base/paths';
import { bodyFor, readBody } from './mapping';
import { useTestWebhook, type Webhook } from './use-webhooks';
import styles from './webhooks.module.css';

const FORM = 'webhook-test';

/** Sends a body to a webhook as if a program had signed it. */
export function WebhookTest({ webhook, orgSlug }: { webhook: Webhook; orgSlug: string }) {
  const panels = useSidePanels();
  const test = useTestWebhook(webhook);
  const [text, setText] = useState(() => exactJson(bodyFor(webhook.inputs), 2));
  const given = readBody(text);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (given !== null) test.mutate(given);
  }
  return (
    <SidePanel
      title="Send a test delivery"
      context={webhook.name}
      footer={
        <>
          <Button variant="default" onClick={panels.pop}>
            Back
          </Button>
          <Button type="submit" form={FORM} disabled={given === null} loading={test.isPending}>
            Send
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <Stack gap="lg">
          <JsonInput
            label="Body"
            description="It starts a real run, with the rights of the webhook's owner."
            autosize
            minRows={8}
            value={text}
            error={given === null ? 'This is not valid JSON' : undefined}
            onChange={setText}
          />
          {test.error !== null && <ErrorNotice error={test.error} />}
          {test.data?.state === 'refused' && (
            <div className={styles.notice} role="status">
              <p>No run started. {test.data.reason}</p>
            </div>
          )}
          {test.data?.runId != null && (
            <Notice kind="good" title="A run started">
              <Link href={paths.run(orgSlug, webhook.commandId, test.data.runId)}>
                Open run {test.data.runId}
              </Link>
            </Notice>
          )}
        </Stack>
      </form>
    </SidePanel>
  );
}
