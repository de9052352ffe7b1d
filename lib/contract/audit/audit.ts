import { z } from 'zod';
import { FILTER_HELP, longPathId, none, opaque, queryNumber, textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { runEndReason, runStatus } from '../runs/run';
import { runTriggers } from '../runs/trigger';

const namesById = z.record(z.string(), z.string());

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
  /** The current name of the person or the group whose id stands in `before` or `after`. */
  holderName: ['holder_name', z.string().nullable()],
  before: ['before', opaque],
  after: ['after', opaque],
  /** The names of what has an id in `before` and `after`, by id: those of people at the time, the others as they are now. */
  names: [
    'names',
    resource({
      people: ['users', namesById],
      groups: ['groups', namesById],
      commands: ['kits', namesById],
      folders: ['directories', namesById],
      connections: ['creds', namesById],
      dropdowns: ['dropdowns', namesById],
      inputs: ['inputs', namesById],
    }),
  ],
  /** Whether it is about someone's private command, so that its changes are hidden. */
  isPrivate: ['is_private', z.boolean()],
  /** The run that it is about or that it started; null for other events, and for runs that the caller may not see. */
  run: [
    'run',
    resource({
      runId: ['run_id', z.int()],
      status: ['status', runStatus],
      trigger: ['trigger', z.enum(runTriggers)],
      endReason: ['end_reason', runEndReason.nullable()],
      /** An object, or its text, cut off where it would be long. */
      params: ['runrams', opaque],
      /** The form's names for its values, by key, where they differ from the keys. */
      valueNames: ['runram_names', namesById],
    }).nullable(),
  ],
  requestId: ['request_id', z.string().nullable()],
  address: ['address', z.string().nullable()],
});

const inOrg = z.strictObject({ orgId: textId });
/** What a file holds: one JSON object a line, or a table. */
export const auditFormat = z.enum(['jsonl', 'csv']);

const filters = { filter: z.array(z.string().max(1000)).max(30).optional().describe(FILTER_HELP) };
const manage = { needs: 'org', action: 'org.manage' } as const;

export const listAudit = operation({
  id: 'listAudit',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/audit',
  summary: 'What was done in the organization, the latest first; `before` is the last id of the page before',
  permission: manage,
  params: inOrg,
  query: z.strictObject({
    ...filters,
    before: longPathId.optional(),
    per_page: queryNumber(1, 200).optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(auditEvent) },
});

export const listAuditActions = operation({
  id: 'listAuditActions',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
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
  readsHistory: true,
  path: '/{orgId}/audit/export',
  summary: 'All that fits the filters, the latest first: one JSON object a line, or CSV with `format=csv`',
  permission: manage,
  params: inOrg,
  query: z.strictObject({ ...filters, format: auditFormat.optional() }),
  body: null,
  answer: { kind: 'file' },
});
