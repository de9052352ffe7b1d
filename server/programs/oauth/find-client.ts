import statement from 'sql-template-tag';
import { column, query } from '@/server/base/database/statements';
import { fetchClientDocument, isDocumentAddress } from '@/server/programs/oauth/client-document';
import { readableName } from '@/server/programs/oauth/register-client';

/** A program that asks for access, as far as it says. */
export interface OAuthClient {
  clientId: string;
  name: string;
  redirectUris: readonly string[];
  /** The host that vouches for the name, for a program described by its own site; null if it only registered. */
  vouchedBy: string | null;
}

/** Finds a program by its id: one that registered, or one whose id is the address of its document. */
export async function findClient(clientId: string): Promise<OAuthClient | null> {
  if (isDocumentAddress(clientId)) {
    const document = await fetchClientDocument(clientId);
    if (document === null) return null;
    return {
      clientId,
      name: readableName(document.client_name),
      redirectUris: document.redirect_uris,
      vouchedBy: new URL(clientId).host,
    };
  }
  const [row] = await query(
    { client_id: column.text, name: column.text, redirect_uris: column.texts },
    statement`select client_id, name, redirect_uris from oauth_client where client_id = ${clientId}`,
  );
  return row === undefined
    ? null
    : { clientId, name: row.name, redirectUris: row.redirect_uris, vouchedBy: null };
}
