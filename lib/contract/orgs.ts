import { z } from 'zod';
import { LONGEST_NAME } from '@/lib/orgs/org-names';
import { LONGEST_INACTIVITY_HOURS } from '@/lib/orgs/sign-in-policy';
import { SLUG } from '@/lib/orgs/slug';
import { operation } from './operation';
import { org } from './people';
import { none, textId } from './values';
import { requestBody } from './wire';

const name = z.string().trim().min(1, 'Please enter a name').max(LONGEST_NAME);

export const createOrg = operation({
  id: 'createOrg',
  method: 'POST',
  effect: 'change',
  path: '/users/me/orgs',
  summary: 'Makes an organization; who makes it is its admin. `userName` is kept as the caller’s own name',
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
  summary: 'Makes a sandbox with working example commands',
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
    'Renames an organization, changes how it is called in addresses, or says who may enter it; old addresses go on working',
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
    /** Who must have vouched for those who enter: the caller's own issuer, or null for anyone. */
    requiredIssuer: ['requiredIssuer', z.string().min(1).max(500).nullable().optional()],
    /** After how many hours without use a session must be begun again to enter; null for as long as it lasts. */
    inactivityHours: ['inactivityHours', z.int().min(1).max(LONGEST_INACTIVITY_HOURS).nullable().optional()],
  }),
  answer: { kind: 'json', status: 200, schema: org },
});
