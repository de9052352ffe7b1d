import statement from 'sql-template-tag';
import type { checkConnection as checkConnectionOperation } from '@/lib/contract/sources/expected-breaks';
import { column, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import { connectorFor } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';
import type { Context } from '@/server/operations/context';
import { checkOf } from '@/server/sources/forecast/check-of';
import { inTurn } from '@/server/sources/sync/compare-places';
import { compareClosely } from '@/server/sources/sync/compare-source';
import { diffOf } from '@/server/sources/sync/diff-source';
import { openSource } from '@/server/sources/sync/open-source';

const KIND = { credential_id: column.int, source_kind: column.textAs<SourceKind>(), version: column.int };

/**
 * Compares the commands of a connection with what another one has, as if that were its source. Throws 404 for a
 * connection that doesn't exist, and 422 if the two can't be compared, or the other one can't be read.
 */
export async function checkConnection({
  actor,
  subject: { orgId },
  params: { credsId },
  body: { otherCredentialId },
  signal,
}: Context<typeof checkConnectionOperation>) {
  const kinds = await query(
    KIND,
    statement`select credential_id, source_kind, version from credential
      where org_id = ${orgId} and credential_id in (${credsId}, ${otherCredentialId}) and deleted_at is null`,
  );
  const own = kinds.find((each) => each.credential_id === credsId);
  if (own === undefined) throw notFound();
  refuseOther(own.source_kind, kinds.find((each) => each.credential_id === otherCredentialId)?.source_kind);
  const source = await openSource(orgId, otherCredentialId);
  const compared = await inTurn({ orgId, userId: actor.userId, signal }, () =>
    source.use(({ context, ...opened }) =>
      compareClosely(
        orgId,
        { credentialId: credsId, staticCommandSourceId: null },
        // Its things are then named as those of the connection that is compared.
        { ...opened, context: { ...context, credsId, credsVersion: own.version } },
      ),
    ),
  );
  return checkOf(await diffOf(actor, orgId, compared));
}

function refuseOther(kind: SourceKind, other: SourceKind | undefined): void {
  if (other === undefined) throw refused('The other connection doesn’t exist.');
  const { label, thingsNameAccount } = connectorFor(kind);
  if (other !== kind) {
    throw refused(
      `The other connection is to ${connectorFor(other).label}, and this one to ${label}. Choose one of the same kind.`,
    );
  }
  if (thingsNameAccount) {
    throw refused(
      `What ${label} has is named after its account, so another connection has other things. Compare this connection with its own source.`,
    );
  }
}

const refused = (message: string): AppError => new AppError('impossible', message);
