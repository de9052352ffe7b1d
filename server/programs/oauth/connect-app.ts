import statement from 'sql-template-tag';
import { issuerOf } from '@/lib/access/through';
import type { connectApp as connectAppOperation } from '@/lib/contract/people/connected-apps';
import { MOST_CONNECTED_APPS } from '@/lib/contract/people/connected-apps';
import { recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { hashOfToken, ids } from '@/server/base/ids';
import type { Context } from '@/server/operations/context';
import { refuseUnknownThings } from '@/server/people/tokens/chosen-things';
import { auditedScope, scopeOf } from '@/server/people/tokens/make-token';
import { mcpAddress } from '@/server/programs/mcp/addresses';
import { checkRequest, returnAddress } from '@/server/programs/oauth/authorization-request';

/** A program exchanges its code at once. */
const CODE_LIFETIME_MS = 2 * 60 * 1000;

/**
 * Lets a program act for the person within a scope, and returns where to send the browser, with a code that the program
 * exchanges for tokens once. The request is checked again: the page that asked is only a page.
 */
export async function connectApp({ actor, body, audit }: Context<typeof connectAppOperation>) {
  const request = await checkRequest(body);
  if ('problem' in request) throw new AppError('invalid', request.problem);
  const { client, redirectUri, codeChallenge } = request;
  const scope = scopeOf(body);
  if (scope.kind === 'run') await refuseUnknownThings(actor, null, scope);
  await refuseTooMany(actor.userId);
  const code = ids.token();
  const nowMs = clock.nowMs();
  await transaction(async (tx) => {
    await execute(
      statement`insert into oauth_code (code_hash, user_id, client_id, client_name, redirect_uri, code_challenge, scope,
         allows_unasked, audience, issuer, created_at, expires_at)
       values (${hashOfToken(code)}, ${actor.userId}, ${client.clientId}, ${client.name}, ${redirectUri},
         ${codeChallenge}, ${JSON.stringify(scope)}::jsonb, ${body.allowsUnasked}, ${mcpAddress()},
         ${issuerOf(actor.through)}, ${new Date(nowMs)}, ${new Date(nowMs + CODE_LIFETIME_MS)})`,
      tx,
    );
    await recordAudit(tx, audit, {
      orgId: null,
      action: 'app.allow',
      subjectType: 'token',
      subjectId: client.clientId,
      after: {
        name: client.name,
        returns_to: new URL(redirectUri).origin,
        scope: auditedScope(scope),
        allows_unasked: body.allowsUnasked,
      },
    });
  });
  return { redirectTo: returnAddress(request, { code }) };
}

async function refuseTooMany(userId: string): Promise<void> {
  const [row] = await query(
    { count: column.int },
    statement`select count(*)::int as count from oauth_grant g join access_token t on t.token_id = g.token_id
     where t.user_id = ${userId} and g.refresh_expires_at > ${clock.now()}`,
  );
  if ((row?.count ?? 0) < MOST_CONNECTED_APPS) return;
  throw new AppError(
    'conflict',
    `You have connected ${MOST_CONNECTED_APPS} programs already. Disconnect one that you don't use.`,
  );
}
