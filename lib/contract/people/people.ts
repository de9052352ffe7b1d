import { z } from 'zod';
import { LONGEST_NAME } from '@/lib/orgs/org-names';
import { none, textId, typedName } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** The token in a link to join. Only request bodies carry it, because addresses are logged. */
export const joinToken = z.string().min(1).max(200);

export const orgRole = z.enum(['admin', 'member']);

export const person = resource({
  userId: ['user_id', textId],
  email: ['email', z.string().nullable()],
  name: ['name', z.string()],
  /** The address to sign in with; the id of a person without one. */
  username: ['username', z.string()],
  /** The part of the address before the @; the first word of the name of a person without one. */
  nickname: ['nickname', z.string()],
  pictureUrl: ['picture_url', z.string().nullable()],
  /** Always null: a provider's own times are not kept. */
  auth0UpdatedAt: ['auth0_updated_at', z.string().nullable()],
});

export const org = resource({
  orgId: ['org_id', textId],
  name: ['name', z.string()],
  slugs: ['slugs', z.array(resource({ slug: ['slug', z.string()], isActive: ['is_active', z.boolean()] }))],
  isSandbox: ['is_sandbox', z.boolean()],
  /** Never true: demo organizations aren't built. */
  isDemo: ['is_demo', z.boolean()],
  isPendingToOrg: ['is_pending_to_org', z.boolean()],
  /** Always null: results are in the stores of this Pushboard, whose places nobody needs to know. */
  blobLocation: ['blob_location', z.null()],
  /** Who must have vouched for those who enter; null for anyone. */
  requiredIssuer: ['required_issuer', z.string().nullable()],
  /** After how many hours without use a session must be begun again to enter; null for as long as it lasts. */
  inactivityHours: ['inactivity_hours', z.int().nullable()],
  role: ['role', orgRole],
  /** The addresses of its admins, for them to read; null where no directory decides who is an admin. */
  adAdminEmails: ['ad_admin_emails', z.array(z.string()).nullable()],
});

export const demoPerson = resource({
  userId: ['user_id', textId],
  name: ['name', z.string()],
  email: ['email', z.string().nullable()],
  orgs: [
    'orgs',
    z.array(
      resource({
        orgId: ['org_id', textId],
        name: ['name', z.string()],
        role: ['role', orgRole],
        /** Whether they are an engineer of at least one command. */
        isEngineer: ['is_engineer', z.boolean()],
      }),
    ),
  ],
});

export const listDemoPeople = operation({
  id: 'listDemoPeople',
  method: 'GET',
  effect: 'read',
  path: '/demo/people',
  summary: 'The people of demo mode; 404 in every other mode',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(demoPerson) },
});

export const signInAsDemoPerson = operation({
  id: 'signInAsDemoPerson',
  method: 'POST',
  effect: 'change',
  path: '/demo/sign-in',
  summary:
    'Signs in as one of the demo people, accepts an invitation on the way, and sets the session cookie; 404 outside demo mode',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: requestBody({ userId: ['userId', textId], joinToken: ['joinOrgToken', joinToken.nullish()] }),
  answer: { kind: 'json', status: 200, schema: person },
  limit: 'signIn',
});

export const signOut = operation({
  id: 'signOut',
  method: 'POST',
  effect: 'change',
  path: '/sign-out',
  summary: 'Ends the session, wherever else it is used too',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});

export const signOutEverywhere = operation({
  id: 'signOutEverywhere',
  method: 'POST',
  effect: 'change',
  path: '/sign-out/everywhere',
  summary:
    'Ends the session, and returns where the browser must go to end the provider’s session too; null if none has one',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: resource({ url: ['url', z.url().nullable()] }) },
});

export const readMe = operation({
  id: 'readMe',
  method: 'GET',
  effect: 'read',
  path: '/users/me',
  summary: 'The person who is calling; null when signed out. A token that is not valid is refused',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: person.nullable() },
  tellsWhoAsks: true,
});

export const renameMe = operation({
  id: 'renameMe',
  method: 'PATCH',
  effect: 'change',
  path: '/users/me',
  summary: 'Gives the caller another name, unless the provider that they sign in with says it',
  permission: { needs: 'signedIn', inPerson: true },
  params: none,
  query: none,
  body: requestBody({ name: ['name', typedName(LONGEST_NAME)] }),
  answer: { kind: 'json', status: 200, schema: person },
});

export const listMyOrgs = operation({
  id: 'listMyOrgs',
  method: 'GET',
  effect: 'read',
  path: '/users/me/orgs',
  summary: 'The organizations of the person who is calling',
  permission: { needs: 'signedIn' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(org) },
});
