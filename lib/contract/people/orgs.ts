import { z } from 'zod';
import { LONGEST_NAME } from '@/lib/orgs/org-names';
import { LONGEST_INACTIVITY_HOURS } from '@/lib/orgs/sign-in-policy';
import { SLUG } from '@/lib/orgs/slug';
import { emailAddress } from '@/lib/wire/email-address';
import { none, textId, typedName } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { org } from './people';

const name = typedName(LONGEST_NAME);

export const createOrg = operation({
  id: 'createOrg',
  method: 'POST',
  effect: 'change',
  path: '/users/me/orgs',
  summary:
    'Creates an organization; the caller becomes its admin. `userName` is kept as the caller’s own name',
  permission: { needs: 'signedIn', inPerson: true },
  params: none,
  query: none,
  body: requestBody({ orgName: ['orgName', name], userName: ['userName', name.optional()] }),
  answer: { kind: 'json', status: 201, schema: org },
  idempotent: true,
});

export const createSandbox = operation({
  id: 'createSandbox',
  method: 'POST',
  effect: 'change',
  path: '/users/me/sandbox',
  summary: 'Creates a sandbox with working example commands',
  permission: { needs: 'signedIn', inPerson: true },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 201, schema: org },
  idempotent: true,
});

export const updateOrg = operation({
  id: 'updateOrg',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/org',
  summary:
    'Renames an organization, changes how it is called in addresses (old ones go on working), says who may enter it, says how long and how much of its results is kept and how its CSV files begin, or says by address who of the directory are its admins',
  permission: { needs: 'org', action: 'org.manage' },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: requestBody({
    name: ['name', name.optional()],
    slug: [
      'slug',
      z
        .string()
        .max(LONGEST_NAME)
        .regex(SLUG, 'Must be lowercase letters and digits, separated by single hyphens')
        .optional(),
    ],
    adAdminEmails: ['adAdminEmails', z.array(emailAddress('Not a valid email!')).max(100).optional()],
    /** Who must have vouched for those who enter: the caller's own issuer, or null for anyone. */
    requiredIssuer: ['requiredIssuer', z.string().min(1).max(500).nullable().optional()],
    /** After how many hours without use a session must be begun again to enter; null for as long as it lasts. */
    inactivityHours: ['inactivityHours', z.int().min(1).max(LONGEST_INACTIVITY_HOURS).nullable().optional()],
    /** After how many days results are deleted; null for as long as this Pushboard keeps them. */
    resultRetentionDays: ['resultRetentionDays', z.int().min(1).max(36_500).nullable().optional()],
    /** Whether CSV files begin with a byte order mark, by which Excel on Windows knows UTF-8. */
    csvByteOrderMark: ['csvByteOrderMark', z.boolean().optional()],
    /** How many MB results may take together; null for as many as this Pushboard allows. */
    resultQuotaMb: ['resultQuotaMb', z.int().min(1).max(999_999_999).nullable().optional()],
  }),
  answer: { kind: 'json', status: 200, schema: org },
});

/** An organization's limits for its results, those of this Pushboard, and what its results take now. */
export const resultLimits = resource({
  retentionDays: ['retention_days', z.int().nullable()],
  quotaMb: ['quota_mb', z.int().nullable()],
  /** Null if this Pushboard keeps results until someone deletes them. */
  longestRetentionDays: ['longest_retention_days', z.int().nullable()],
  largestQuotaMb: ['largest_quota_mb', z.int()],
  /** After how many days this Pushboard deletes runs from the history; null if it keeps them for good. */
  runRetentionDays: ['run_retention_days', z.int().nullable()],
  usedBytes: ['used_bytes', z.int()],
  /** Whether its CSV files begin with a byte order mark. */
  csvByteOrderMark: ['csv_byte_order_mark', z.boolean()],
});

export const readResultLimits = operation({
  id: 'readResultLimits',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/result-limits',
  summary:
    'How long and how much of an organization’s results is kept: its own limits, those of this Pushboard, and what its results take now',
  permission: { needs: 'org', action: 'org.manage' },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: resultLimits },
});
