import statement from 'sql-template-tag';
import { z } from 'zod';
import { isJsonObject, type JsonValue } from '@/lib/base/json';
import type {
  apiAuth,
  readApiAuth as readApiAuthOperation,
  updateApiAuth as updateApiAuthOperation,
} from '@/lib/contract/sources/requests';
import { json } from '@/lib/wire/values';
import type { Decoded } from '@/lib/wire/wire';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { type MissingKeyError, seal } from '@/server/base/secrets/seal';
import { sealPurpose } from '@/server/connections/open-credential';
import { can } from '@/server/connectors/registry';
import { type RestConnection, restConnectionSchema, STATIC } from '@/server/connectors/rest/connection';
import { isByName, NO_USER_NAME, SECRETS_OF } from '@/server/connectors/rest/saved-sign-in';
import type { Context } from '@/server/operations/context';
import {
  changedConnection,
  enterAgain,
  readSaved,
  type SavedConnection,
} from '@/server/sources/connections/changed-connection';
import { partSecrets } from '@/server/sources/connections/save-credential';
import { refuseBuiltin } from '@/server/sources/connections/update-credential';

function refuseOtherKinds({ sourceKind }: SavedConnection): void {
  if (!can(sourceKind, 'signIn'))
    throw new AppError('impossible', 'Only connections to APIs have HTTP Auth.');
}

/** How a connection authenticates, without secrets. One that can't be opened anymore counts as set. */
function authOf(credentialId: number, saved: SavedConnection): Decoded<typeof apiAuth> {
  const connection = restConnectionSchema.parse(saved.connection);
  const isUnknown = saved.unopened !== null;
  const set = (secret: string) => ({ isSet: isUnknown || secret !== '' });
  return {
    credentialId,
    name: saved.name,
    apiBaseUrl: connection.apiBaseUrl,
    authType: connection.authType,
    username: connection.username,
    bearerTokenSource: connection.bearerTokenSource,
    usernameSource: connection.usernameSource,
    passwordSource: connection.passwordSource,
    apiKeyName: connection.apiKeyName,
    apiKeyIn: connection.apiKeyIn,
    tokenUrl: connection.tokenUrl,
    clientId: connection.clientId,
    scopes: connection.scopes,
    accessKeyId: connection.accessKeyId,
    awsRegion: connection.awsRegion,
    awsService: connection.awsService,
    customHeaders: { isSet: isUnknown || Object.keys(connection.customHeaders).length > 0 },
    bearerToken: set(connection.bearerToken),
    password: set(connection.password),
    apiKey: set(connection.apiKey),
    clientSecret: set(connection.clientSecret),
    secretAccessKey: set(connection.secretAccessKey),
    sessionToken: set(connection.sessionToken),
    authScheme: connection.authScheme,
    schemes: Object.entries(connection.moreAuth).map(([name, { authType }]) => ({
      name,
      authType,
      filledIn: Object.entries(connection.moreSecrets[name] ?? {}).flatMap(([key, value]) =>
        value === '' || value === undefined ? [] : key,
      ),
    })),
    triggerInputRefresh: false,
  };
}

export async function readApiAuth({ subject }: Context<typeof readApiAuthOperation>) {
  const saved = await readSaved(subject.orgId, subject.credentialId);
  refuseOtherKinds(saved);
  return authOf(subject.credentialId, saved);
}

/** The values of further schemes after a request. Throws 400 for a scheme that no description names. */
function changedSchemes(saved: SavedConnection, schemes: Record<string, JsonValue>): JsonValue {
  const { moreAuth, moreSecrets } = restConnectionSchema.parse(saved.connection);
  const changed = Object.entries(schemes).map(([name, filledIn]) => {
    const scheme = moreAuth[name];
    if (!Object.hasOwn(moreAuth, name) || scheme === undefined || !isJsonObject(filledIn)) {
      throw refusedScheme(name, 'Must be a scheme that the description of this API names, with its values');
    }
    const after: Record<string, JsonValue | undefined> = { ...moreSecrets[name], ...filledIn };
    if (isByName(scheme.authType) && (after.password ?? '') !== '' && (after.username ?? '') === '') {
      throw refusedScheme(name, NO_USER_NAME);
    }
    return [name, after];
  });
  const all = { ...plain(moreSecrets), ...Object.fromEntries(changed) };
  if (saved.unopened !== null) refuseUnopenedSchemes(saved.unopened, moreAuth, all);
  return all;
}

/** Throws 400 with an issue for each value that can't be opened, and isn't given. */
function refuseUnopenedSchemes(
  unopened: MissingKeyError,
  moreAuth: RestConnection['moreAuth'],
  given: Record<string, JsonValue>,
): void {
  const missing = Object.entries(moreAuth).flatMap(([name, { authType }]) => {
    const values = given[name] ?? {};
    return SECRETS_OF[authType].flatMap((key) =>
      isJsonObject(values) && Object.hasOwn(values, key) ? [] : [`moreSecrets.${name}.${key}`],
    );
  });
  if (missing.length > 0) throw enterAgain(unopened, 'api', missing);
}

const refusedScheme = (name: string, message: string): AppError =>
  new AppError('invalid', `The request is not valid: schemes.${name} – ${message}`, {
    issues: [{ path: `schemes.${name}`, message }],
  });

const plain = (value: object): Record<string, JsonValue> => JSON.parse(JSON.stringify(value));

/** Changes how a connection signs in. Another token URL requires the client secret again; see `changedConnection`. */
export async function updateApiAuth({ subject, body, audit }: Context<typeof updateApiAuthOperation>) {
  const { orgId, credentialId } = subject;
  const { schemes, ...given } = body;
  // Parts that come from variables are not stored.
  for (const key of ['username', 'password', 'bearerToken'] as const) {
    const source = given[`${key}Source`];
    if (source === undefined) continue;
    if (source === null) given[`${key}Source`] = STATIC;
    else if (source !== STATIC) given[key] = '';
  }
  const part = z.record(z.string(), json).parse(given);
  return transaction(async (tx) => {
    const saved = await readSaved(orgId, credentialId, tx, 'for update');
    refuseOtherKinds(saved);
    refuseBuiltin(saved);
    if (schemes !== undefined || saved.unopened !== null)
      part.moreSecrets = changedSchemes(saved, schemes ?? {});
    const connection = changedConnection(saved, part);
    const { settings, secrets } = partSecrets(saved.sourceKind, connection);
    const before = partSecrets(saved.sourceKind, saved.connection);
    await execute(
      statement`update credential
        set settings = ${JSON.stringify(settings)},
          sealed_secrets = ${seal(JSON.stringify(secrets), sealPurpose(orgId, credentialId))}, version = version + 1
       where org_id = ${orgId} and credential_id = ${credentialId}`,
      tx,
    );
    await recordAudit(tx, audit, {
      orgId,
      action: 'credential.update',
      subjectType: 'credential',
      subjectId: String(credentialId),
      before: { settings: before.settings },
      after: { settings, given: Object.keys(part) },
    });
    return authOf(credentialId, { ...saved, connection, unopened: null });
  });
}
