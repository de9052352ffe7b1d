import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type {
  endOtherSessions as endOtherSessionsOperation,
  endSession as endSessionOperation,
  listSessions as listSessionsOperation,
  session,
} from '@/lib/contract/people/sessions';
import type { Decoded } from '@/lib/wire/wire';
import { recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { isOpenAt, SESSION_ID } from '@/server/people/sign-in/session';

/** The session that a request came through; null for the demo header. */
const currentSessionId = ({ through }: Person): string | null =>
  through?.kind === 'session' ? through.id : null;

const SESSION = {
  session_id: column.text,
  device: column.text.nullable(),
  address: column.text.nullable(),
  issuer: column.text.nullable(),
  created_at: column.time,
  last_used_at: column.time,
};

/** The person's open sessions, the last used first. */
export async function listSessions({
  actor,
}: Context<typeof listSessionsOperation>): Promise<Decoded<typeof session>[]> {
  const rows = await query(
    SESSION,
    statement`select ${SESSION_ID} as session_id, device, address, issuer, created_at, last_used_at from session
     where user_id = ${actor.userId} and ${isOpenAt(clock.nowMs())}
     order by last_used_at desc, token_hash`,
  );
  const current = currentSessionId(actor);
  return rows.map((row) => ({
    sessionId: row.session_id,
    device: row.device,
    address: row.address,
    issuer: row.issuer,
    beganAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    isCurrent: row.session_id === current,
  }));
}

const ENDED = { device: column.text.nullable(), address: column.text.nullable() };

/** Ends one session. Its open pages and streams end with it. */
export async function endOwnSession({
  actor,
  params: { sessionId },
  audit,
}: Context<typeof endSessionOperation>) {
  await transaction(async (tx) => {
    const [ended] = await query(
      ENDED,
      statement`delete from session where user_id = ${actor.userId} and ${SESSION_ID} = ${sessionId}
       returning device, address`,
      tx,
    );
    if (ended === undefined) throw notFound();
    await recordAudit(tx, audit, {
      orgId: null,
      action: 'session.end',
      subjectType: 'session',
      subjectId: actor.userId,
      before: { device: ended.device, address: ended.address },
    });
  });
  return undefined;
}

/** Ends all sessions but the one of the request; all of them if it came through the demo header. */
export async function endOtherSessions({ actor, audit }: Context<typeof endOtherSessionsOperation>) {
  await transaction(async (tx) => {
    const ended = await query(
      ENDED,
      statement`delete from session where user_id = ${actor.userId}
         and ${SESSION_ID} is distinct from ${currentSessionId(actor)}
       returning device, address`,
      tx,
    );
    if (ended.length === 0) return;
    await recordAudit(tx, audit, {
      orgId: null,
      action: 'session.end_others',
      subjectType: 'session',
      subjectId: actor.userId,
      before: { sessions: ended.map(({ device, address }) => ({ device, address })) },
    });
  });
  return undefined;
}
