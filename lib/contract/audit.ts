import { z } from 'zod';
import { operation } from './operation';
import { none, opaque, queryNumber, textId, time } from './values';
import { resource } from './wire';

/** One change, one run, or one refusal, as recorded when it happened. */
export const auditEvent = resource({
  auditEventId: ['audit_event_id', z.int()],
  at: ['time', time],
  /** Null if the product itself did it. */
  userId: ['user_id', textId.nullable()],
  userName: ['user_name', z.string().nullable()],
  action: ['action', z.string()],
  subjectType: ['subject_type', z.string()],
  subjectId: ['subject_id', z.string()],
  /** The subject's current name; null if it was deleted or has no name. */
  subjectName: ['subject_name', z.string().nullable()],
  before: ['before', opaque],
  after: ['after', opaque],
  /** Whether it is about someone's private command, so that its changes are hidden. */
  isPrivate: ['is_private', z.boolean()],
  requestId: ['request_id', z.string().nullable()],
  address: ['address', z.string().nullable()],
});

const inOrg = z.strictObject({ orgId: textId });
const filters = { filter: z.array(z.string().max(1000)).max(30).optional() };
const manage = { needs: 'org', action: 'org.manage' } as const;

export const listAudit = operation({
  id: 'listAudit',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/audit',
  summary: 'What was done in the organization, the latest first; `before` is the last id of the page before',
  permission: manage,
  params: inOrg,
  query: z.strictObject({
    ...filters,
    before: queryNumber(1, 999_999_999).optional(),
    per_page: queryNumber(1, 200).optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(auditEvent) },
});

export const listAuditActions = operation({
  id: 'listAuditActions',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/audit/actions',
  summary: 'Every kind of thing that was ever done in the organization',
  permission: manage,
  params: inOrg,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(z.string()) },
});

export const exportAudit = operation({
  id: 'exportAudit',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/audit/export',
  summary: 'All that fits the filters, as a file with one JSON object a line, the latest first',
  permission: manage,
  params: inOrg,
  query: z.strictObject(filters),
  body: null,
  answer: { kind: 'file' },
});
