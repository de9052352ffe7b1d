import statement from 'sql-template-tag';
import type { AlertChannel } from '@/lib/schedules/alerts';
import { openPart } from '@/server/automation/schedules/alerts/alert-address';
import { clock } from '@/server/base/clock';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { log } from '@/server/base/log';
import { signatureOf } from '@/server/base/secrets/sign-message';
import { networkFor } from '@/server/connections/network-policy';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { sendOnce } from '@/server/connectors/_shared/http/send-once';

const DELIVERIES_A_BATCH = 20;
const TIMEOUT_MS = 10_000;
const LARGEST_ANSWER_BYTES = 64_000;
/** A worker that dies while sending leaves the message to others after this time. */
const LEASE_SECONDS = 60;
/** The delay after the first failure; it doubles with each. Eight attempts take about an hour. */
const FIRST_DELAY_SECONDS = 30;
const MOST_ATTEMPTS = 8;

const DELIVERY = {
  job_delivery_id: column.int,
  org_id: column.text,
  body: column.text,
  attempts: column.int,
  channel: column.textAs<Exclude<AlertChannel, 'email'>>(),
  sealed_url: column.bytes,
  sealed_secret: column.bytes.nullable(),
};

/** Sends the messages that are due to external addresses. Returns how many; call it again until it returns 0. */
export async function deliverDue(stop: AbortSignal): Promise<number> {
  const due = await query(
    DELIVERY,
    statement`update job_delivery d set attempts = d.attempts + 1, due_at = now() + make_interval(secs => ${LEASE_SECONDS})
      from job_alert a
      where a.org_id = d.org_id and a.job_alert_id = d.job_alert_id and a.sealed_url is not null
        and d.job_delivery_id in (
          select job_delivery_id from job_delivery where state = 'waiting' and due_at <= now()
          order by due_at limit ${DELIVERIES_A_BATCH} for update skip locked)
      returning d.job_delivery_id, d.org_id, d.body, d.attempts, a.channel, a.sealed_url, a.sealed_secret`,
  );
  await Promise.all(due.map((delivery) => deliver(delivery, stop)));
  return due.length;
}

async function deliver(delivery: RowOf<typeof DELIVERY>, stop: AbortSignal): Promise<void> {
  const fault = await send(delivery, stop).catch((error) => {
    if (error instanceof ConnectorError) return error.message;
    log().warn(
      { err: error, delivery: delivery.job_delivery_id },
      'A message about a scheduled run was not sent',
    );
    return 'Pushboard could not send it.';
  });
  const isOver = fault === null || delivery.attempts >= MOST_ATTEMPTS;
  const state = fault === null ? 'sent' : isOver ? 'failed' : 'waiting';
  const delaySeconds = FIRST_DELAY_SECONDS * 2 ** (delivery.attempts - 1);
  await execute(
    statement`update job_delivery set state = ${state}, last_error = ${fault},
        due_at = now() + make_interval(secs => ${delaySeconds}), ended_at = case when ${isOver} then now() end
      where job_delivery_id = ${delivery.job_delivery_id} and state = 'waiting' and attempts = ${delivery.attempts}`,
  );
}

/** @returns why it did not arrive; null if it did */
async function send(
  { job_delivery_id: id, org_id: orgId, body, sealed_url, sealed_secret }: RowOf<typeof DELIVERY>,
  stop: AbortSignal,
): Promise<string | null> {
  const { origin, pathname, search } = new URL(openPart(orgId, 'url', sealed_url));
  const headers: [string, string][] = [
    ['content-type', 'application/json'],
    ['user-agent', 'Pushboard'],
    ['pushboard-delivery', String(id)],
  ];
  if (sealed_secret !== null) {
    const key = openPart(orgId, 'secret', sealed_secret);
    headers.push(['pushboard-signature', signatureOf(key, body, clock.nowMs())]);
  }
  const response = await sendOnce(
    {
      method: 'POST',
      origin,
      target: pathname + search,
      headers,
      body: Buffer.from(body),
      secretHeaders: ['pushboard-signature'],
      secretTexts: [],
      isBodySecret: false,
    },
    {
      guard: { network: networkFor('alerts'), isBuiltin: false },
      limits: { timeoutMs: TIMEOUT_MS, maximumBytes: LARGEST_ANSWER_BYTES },
      signal: stop,
    },
  );
  // Redirects aren't followed: they could lead to an address that must not be reached.
  return response.status >= 200 && response.status < 300 ? null : `The address answered ${response.status}.`;
}
