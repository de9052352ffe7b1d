import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { withClient } from '@/scripts/postgres/connect';
import { ALEX, type Calls, type Command, DANA, MARIA } from '../calls';
import type { Commands } from '../make-commands';
import type { Workspace } from '../workspace';

const REDIRECT = 'http://127.0.0.1:4711/callback';

/**
 * Creates tokens, a connected program with a run that it asks to confirm, a link to sign in with, and what a directory says
 * of people.
 */
export async function fillIdentity(workspace: Workspace, calls: Calls, command: Commands): Promise<void> {
  await calls.as(DANA, 'POST', '/users/me/tokens', { name: 'Nightly script', scope: 'read', days: 365 });
  const token = await connectProgram(workspace, calls);
  await askToRefund(workspace, token, command('refundOrder'));
  await calls.as(ALEX, 'POST', '/demo/sign-in', { userId: ALEX });
  await insertWithoutDemo(workspace);
}

/** As a program does it: it registers, is allowed by a person, and exchanges its code for a token, once. */
async function connectProgram({ origin }: Workspace, calls: Calls): Promise<string> {
  const post = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}/api/oauth/${path}`, { method: 'POST', body, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const metadata = JSON.stringify({ client_name: 'Recorded program', redirect_uris: [REDIRECT] });
  const registered = await post('register', metadata, { 'content-type': 'application/json' });
  const { client_id: clientId } = z.object({ client_id: z.string() }).parse(registered);
  const verifier = randomBytes(32).toString('base64url');
  const allowed = await calls.as(MARIA, 'POST', '/users/me/connected-apps', {
    clientId,
    redirectUri: REDIRECT,
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
    resource: null,
    state: null,
    scope: 'everything',
    allowsUnasked: false,
  });
  const { redirect_to: target } = z.object({ redirect_to: z.url() }).parse(allowed);
  const exchange = {
    grant_type: 'authorization_code',
    code: new URL(target).searchParams.get('code') ?? '',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
  };
  const tokens = await post('token', new URLSearchParams(exchange));
  return z.object({ access_token: z.string() }).parse(tokens).access_token;
}

/** A run that the program wants to start, which waits for its person. */
async function askToRefund({ origin }: Workspace, token: string, { kitId }: Command): Promise<void> {
  const response = await fetch(`${origin}/api/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: `refund_order_${kitId}`, arguments: { order_id: 7, reason: 'Damaged' } },
    }),
  });
  const text = await response.text();
  if (!text.includes('needs_confirmation')) throw new Error(`Nothing was asked: ${text}`);
}

/**
 * Demo mode, in which the workspace runs, has neither links to sign in with nor a directory, so their rows are written
 * as the server writes them. The directory is that of an organization that nothing else is recorded of. Nobody opens
 * what would be sealed.
 */
async function insertWithoutDemo({ databaseUrl }: Workspace): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into sign_in_link (token_hash, email, user_id, expires_at)
       select sha256('link'), email, user_id, now() + interval '10 minutes' from "user" where user_id = $1`,
      [MARIA],
    );
    await client.query(
      `with org as (
         insert into directory (org_id, admin_emails, users_synced_at, groups_synced_at)
         values ('northwind', '{alex@northwind.example}', now(), now()) returning org_id),
       own_group as (
         insert into user_group (group_id, org_id, name) select 'recorded-group', org_id, 'Depot' from org
         returning org_id, group_id, name),
       directory_group as (
         insert into directory_group (org_id, object_id, group_id, name)
         select org_id, 'object-of-depot', group_id, name from own_group returning org_id, object_id)
       insert into directory_group_member (org_id, group_object_id, member_object_id)
       select org_id, object_id, 'object-of-alex' from directory_group`,
    );
    await client.query(
      `insert into directory_person (org_id, object_id, user_id, name, email, principal_name, signed_in_at)
       select 'northwind', 'object-of-alex', user_id, name, email, email, now() from "user" where user_id = $1`,
      [ALEX],
    );
    await client.query(
      `insert into directory_session (token_hash, sealed_cache, renewed_at, asked_at)
       select token_hash, 'sealed', now(), now() from session where user_id = $1 limit 1`,
      [ALEX],
    );
  });
}
