import statement from 'sql-template-tag';
import type { TokenScope } from '@/lib/access/vocabulary';
import type * as contract from '@/lib/contract/people/connected-apps';
import { ENDED_FOR_DAYS, MOST_CONNECTED_APPS } from '@/lib/contract/people/connected-apps';
import { placeOf } from '@/lib/sign-in/redirect-address';
import { recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { hashOfToken } from '@/server/base/ids';
import type { Context } from '@/server/operations/context';
import { bearerToken } from '@/server/people/sign-in/access-token';
import { familyOf } from '@/server/programs/oauth/refresh-tokens';

const APP = {
  token_id: column.text,
  client_name: column.text,
  redirect_uri: column.text,
  scope: column.json<TokenScope>(),
  allows_unasked: column.boolean,
  created_at: column.time,
  last_used_at: column.time.nullable(),
  last_address: column.text.nullable(),
};

/** The programs that a person connected and that can still renew their tokens. */
export async function listConnectedApps({ actor }: Context<typeof contract.listConnectedApps>) {
  const rows = await query(
    APP,
    statement`select g.token_id, g.client_name, g.redirect_uri, t.scope, t.allows_unasked, t.created_at, t.last_used_at,
       t.last_address
     from oauth_grant g join access_token t on t.token_id = g.token_id
     where t.user_id = ${actor.userId} and g.refresh_expires_at > ${clock.now()}
     order by t.created_at desc, g.token_id limit ${MOST_CONNECTED_APPS}`,
  );
  return rows.map((row) => ({
    appId: row.token_id,
    name: row.client_name,
    place: placeOf(row.redirect_uri).name,
    scope: row.scope.kind,
    commandCount: row.scope.kind === 'run' ? row.scope.commandIds.length : 0,
    folderCount: row.scope.kind === 'run' ? row.scope.folderIds.length : 0,
    allowsUnasked: row.allows_unasked,
    connectedAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastAddress: row.last_address,
  }));
}

/**
 * The programs that were disconnected because a code or refresh token of theirs came twice, the latest first. The audit
 * log has them. One that was connected again since then is left out.
 */
export async function listEndedApps({ actor }: Context<typeof contract.listEndedApps>) {
  const since = new Date(clock.nowMs() - ENDED_FOR_DAYS * 24 * 60 * 60 * 1000);
  const rows = await query(
    { token_id: column.text, name: column.text, ended_at: column.time },
    statement`select e.subject_id as token_id, coalesce(e.before ->> 'name', '') as name, e.at as ended_at
     from audit_event e
     where e.org_id is null and e.actor_user_id = ${actor.userId} and e.at > ${since} and e.action = 'app.reuse'
       and not exists (select from access_token t join oauth_grant g on g.token_id = t.token_id
         where t.user_id = ${actor.userId} and t.name = e.before ->> 'name' and t.created_at > e.at)
     order by e.at desc limit ${MOST_CONNECTED_APPS}`,
  );
  return rows.map(({ token_id: appId, name, ended_at }) => ({
    appId,
    name,
    endedAt: ended_at.toISOString(),
  }));
}

/** Disconnects a program; its next request is refused. */
export async function revokeConnectedApp({
  actor,
  params: { appId },
  audit,
}: Context<typeof contract.revokeConnectedApp>) {
  await transaction(async (tx) => {
    const [ended] = await query(
      { name: column.text },
      statement`delete from access_token t using oauth_grant g
       where t.token_id = ${appId} and t.user_id = ${actor.userId} and g.token_id = t.token_id
       returning t.name`,
      tx,
    );
    if (ended === undefined) throw notFound();
    await recordAudit(tx, audit, {
      orgId: null,
      action: 'app.disconnect',
      subjectType: 'token',
      subjectId: appId,
      before: { name: ended.name },
    });
  });
  return undefined;
}

/** A program revokes what it has, by its token or its refresh token (RFC 7009). Anything else is nothing to revoke. */
export async function revokeByToken(
  sent: string,
  audit: Context<typeof contract.revokeConnectedApp>['audit'],
) {
  const family = familyOf(sent);
  const isToken = bearerToken(`Bearer ${sent}`) !== null;
  if (family === null && !isToken) return;
  await transaction(async (tx) => {
    const ended = await endConnection(tx, sent, family);
    if (ended === null) return;
    await recordAudit(
      tx,
      { ...audit, actorUserId: ended.userId },
      {
        orgId: null,
        action: 'app.disconnect',
        subjectType: 'token',
        subjectId: ended.tokenId,
        before: { name: ended.name },
      },
    );
  });
}

async function endConnection(tx: Sql, sent: string, family: string | null) {
  const [row] = await query(
    { token_id: column.text, user_id: column.text, name: column.text },
    statement`delete from access_token t using oauth_grant g
     where g.token_id = t.token_id
       and (t.token_hash = ${hashOfToken(sent)} or g.family_hash = ${family === null ? null : hashOfToken(family)})
     returning t.token_id, t.user_id, t.name`,
    tx,
  );
  return row === undefined ? null : { tokenId: row.token_id, userId: row.user_id, name: row.name };
}
