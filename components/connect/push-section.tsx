'use client';

import { Button } from '@mantine/core';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { latestError } from '@/components/ui/feedback/latest-error';
import { CopiedText } from '@/components/ui/text/copied-text';
import { Moment } from '@/components/ui/text/moment';
import { ShownOnce } from '@/components/ui/text/shown-once';
import styles from './push-section.module.css';
import type { Connection } from './use-edit-connection';
import { usePushWebhook } from './use-push-webhook';

/** Sets up that GitHub tells of pushes to the repository of a connection. */
export function PushSection({ connection }: { connection: Connection }) {
  const { pushWebhook } = connection;
  const { make, remove } = usePushWebhook(connection);
  const error = latestError(make, remove);
  async function askToReplace(): Promise<void> {
    const isSure = await confirm({
      title: 'Replace the secret?',
      body: 'The current one stops working at once. Until you enter the new one on GitHub, pushes are not noticed.',
      confirmLabel: 'Replace',
    });
    if (isSure) make.mutate();
  }
  async function askToRemove(): Promise<void> {
    const isSure = await confirm({
      title: 'Stop noticing pushes?',
      body: 'The address stops working. Delete the webhook on GitHub, too.',
      confirmLabel: 'Remove',
      isDangerous: true,
    });
    if (isSure) remove.mutate(undefined, { onSuccess: make.reset });
  }
  return (
    <section className={styles.section} aria-label="Notice pushes">
      <p className={styles.heading}>Notice pushes</p>
      <p className={styles.quiet}>
        GitHub can tell Pushboard of each push to the branch. Commands whose scripts were changed are then
        marked, and their engineers are told.
      </p>
      {pushWebhook !== null && (
        <>
          {make.data !== undefined && (
            <>
              <ShownOnce label="Secret" text={make.data.secret} />
              <p className={styles.quiet}>Enter it on GitHub now. If it is lost, replace it.</p>
            </>
          )}
          <CopiedText label="Address" text={pushWebhook.url} told="Address copied" />
          <Steps connection={connection} />
          <LastCalls pushWebhook={pushWebhook} />
        </>
      )}
      {error !== null && <ErrorNotice error={error} />}
      <div className={styles.actions}>
        {pushWebhook === null ? (
          <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
            Make an address and a secret
          </Button>
        ) : (
          <>
            <Button variant="default" loading={make.isPending} onClick={() => void askToReplace()}>
              Replace the secret
            </Button>
            <Button
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={() => void askToRemove()}
            >
              Remove
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function Steps({ connection: { settings } }: { connection: Connection }) {
  return (
    <ol className={styles.steps} aria-label="On GitHub">
      <li>
        In {String(settings.owner)}/{String(settings.repo)} on GitHub, open Settings, Webhooks, Add webhook.
      </li>
      <li>Payload URL: the address. Content type: application/json. Secret: the secret.</li>
      <li>Events: just the push event. Then choose Add webhook.</li>
    </ol>
  );
}

function LastCalls({ pushWebhook }: { pushWebhook: NonNullable<Connection['pushWebhook']> }) {
  const { lastCalledAt, lastPushAt, lastPushCommit, unsignedAt } = pushWebhook;
  return (
    <div role="status">
      <p className={styles.quiet}>
        {lastCalledAt === null ? (
          'GitHub has not called yet.'
        ) : (
          <>
            GitHub last called <Moment at={lastCalledAt} as="short" />.
          </>
        )}
        {lastPushAt !== null && (
          <>
            {' '}
            Last push: {lastPushCommit?.slice(0, 7) ?? 'the branch was deleted'},{' '}
            <Moment at={lastPushAt} as="short" />.
          </>
        )}
      </p>
      {unsignedAt !== null && (
        <p className={`${styles.quiet} ${styles.warning}`}>
          A call with a wrong signature arrived <Moment at={unsignedAt} as="short" />. Enter the secret on
          GitHub again, or replace it.
        </p>
      )}
    </div>
  );
}
