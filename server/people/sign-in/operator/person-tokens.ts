import statement from 'sql-template-tag';
import { scopeTitle } from '@/lib/access/scope-title';
import type { TokenScope } from '@/lib/access/vocabulary';
import { counted } from '@/lib/base/text/counted';
import { recordAudits } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { checkAddress, OPERATOR, requirePersonWith } from '@/server/people/sign-in/operator/person';

const TOKEN = {
  token_id: column.text,
  name: column.text,
  hint: column.text.nullable(),
  is_app: column.boolean,
  scope: column.json<TokenScope>(),
  created_at: column.time,
  expires_at: column.time,
  last_used_at: column.time.nullable(),
  last_address: column.text.nullable(),
};
type Token = RowOf<typeof TOKEN>;

/**
 * Returns what programs can act for a person with, tokens first. A connected program has a token, too: a short one that it
 * renews for as long as its connection lasts.
 */
function readTokens(tx: Sql, userId: string): Promise<Token[]> {
  return query(
    TOKEN,
    statement`select t.token_id, coalesce(g.client_name, t.name) as name, t.hint, g.token_id is not null as is_app, t.scope,
       t.created_at, greatest(t.expires_at, g.refresh_expires_at) as expires_at, t.last_used_at, t.last_address
     from access_token t left join oauth_grant g on g.token_id = t.token_id
     where t.user_id = ${userId} and greatest(t.expires_at, g.refresh_expires_at) > ${clock.now()}
     order by is_app, t.created_at desc, t.token_id`,
    tx,
  );
}

/**
 * Lists the tokens and connected programs of the person with an address.
 *
 * @returns lines to print
 */
export async function listTokensOf(address: string): Promise<string[]> {
  const email = checkAddress(address);
  return transaction(async (tx) => {
    const tokens = await readTokens(tx, await requirePersonWith(tx, email));
    if (tokens.length === 0) return [`${email} has no tokens and no connected programs.`];
    return [`${countOf(tokens)} of ${email}:`, ...tokens.map(lineOf)];
  });
}

/**
 * Ends the tokens and connected programs of the person with an address: for a token that leaked while the person can't revoke
 * it. Their sessions stay.
 *
 * @returns lines to print
 */
export async function revokeTokensOf(address: string): Promise<string[]> {
  const email = checkAddress(address);
  return transaction(async (tx) => {
    const ended = await endTokens(tx, await requirePersonWith(tx, email));
    if (ended.length === 0) return [`${email} has no tokens and no connected programs. Nothing was ended.`];
    return [
      `Ended ${countOf(ended)} of ${email}:`,
      ...ended.map(lineOf),
      'Their next requests are refused, and so are the runs that still wait in line. The sessions of the person continue.',
    ];
  });
}

/** Ends everything that programs can act for a person with, also what a program was allowed and has not fetched yet. */
export async function endTokens(tx: Sql, userId: string): Promise<Token[]> {
  const tokens = await readTokens(tx, userId);
  await execute(statement`delete from access_token where user_id = ${userId}`, tx);
  await execute(statement`delete from oauth_code where user_id = ${userId}`, tx);
  const changeOf = ({ token_id: subjectId, name }: Token) => ({ subjectId, before: { name, owner: userId } });
  for (const [action, which] of [
    ['token.revoke', tokens.filter(({ is_app }) => !is_app)],
    ['app.disconnect', tokens.filter(({ is_app }) => is_app)],
  ] as const) {
    await recordAudits(tx, OPERATOR, { orgId: null, action, subjectType: 'token' }, which.map(changeOf));
  }
  return tokens;
}

/** As in "2 tokens and 1 connected program". */
export function countOf(tokens: readonly Token[]): string {
  const apps = tokens.filter(({ is_app }) => is_app).length;
  const own = tokens.length - apps;
  return [
    ...(own > 0 ? [counted(own, 'token')] : []),
    ...(apps > 0 ? [counted(apps, 'connected program')] : []),
  ].join(' and ');
}

const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function lineOf(token: Token): string {
  const { name, hint, is_app, scope, created_at, expires_at, last_used_at, last_address } = token;
  const chosen = scope.kind === 'run' ? scope : { commandIds: [], folderIds: [] };
  const title = scopeTitle({
    scope: scope.kind,
    commandCount: chosen.commandIds.length,
    folderCount: chosen.folderIds.length,
  });
  const from = last_address === null ? '' : ` from ${last_address}`;
  return [
    `  ${name} (${is_app ? 'connected program' : `token …${hint ?? '????'}`}): ${title}`,
    `${is_app ? 'connected' : 'created'} ${minuteOf(created_at)}`,
    last_used_at === null ? 'never used' : `last used ${minuteOf(last_used_at)}${from}`,
    `until ${minuteOf(expires_at)}`,
  ].join(' · ');
}
