import { z } from 'zod';
import { emailAddress } from '@/lib/wire/email-address';
import { none, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** The most addresses of an organization. */
export const MOST_ALERT_ADDRESSES = 200;

const inOrg = z.strictObject({ orgId: textId });
const path = '/{orgId}/alert-addresses';

export const alertAddresses = resource({
  /** In lower case, by name. */
  addresses: ['addresses', z.array(z.string())],
  /** Whether the caller may change the list. */
  mayChange: ['may_change', z.boolean()],
});

export const readAlertAddresses = operation({
  id: 'readAlertAddresses',
  method: 'GET',
  effect: 'read',
  path,
  summary: 'The addresses that alerts and results of scheduled jobs may go to besides people with access',
  permission: { needs: 'org', action: 'org.read' },
  params: inOrg,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: alertAddresses },
});

export const updateAlertAddresses = operation({
  id: 'updateAlertAddresses',
  method: 'PUT',
  effect: 'change',
  path,
  summary: 'Replaces that list. Alerts to a removed address are no longer sent',
  permission: { needs: 'org', action: 'org.manage' },
  params: inOrg,
  query: none,
  body: requestBody({
    addresses: ['addresses', z.array(emailAddress('Not a valid email!').max(254)).max(MOST_ALERT_ADDRESSES)],
  }),
  answer: { kind: 'json', status: 200, schema: alertAddresses },
});
