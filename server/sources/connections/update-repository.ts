import { isJsonObject, type JsonValue } from '@/lib/base/json';
import type { updateGithubCredential as updateOperation } from '@/lib/contract/sources/credentials';
import { readVariables } from '@/lib/sources/variables-file';
import { invalidAt, notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { readSaved } from '@/server/sources/connections/changed-connection';
import { updateCredential } from '@/server/sources/connections/update-credential';

type Asked = Context<typeof updateOperation>;

/** Replaces the token of a repository, or its variables. Throws as `updateCredential` does. */
export async function updateGithubCredential(asked: Asked): Promise<Record<string, JsonValue>> {
  const { subject, params, body, ...rest } = asked;
  const credsId = params.githubCredsId;
  const saved = await readSaved(subject.orgId, credsId);
  const { token, renviron, dotenv } = body;
  const github = {
    ...(token === undefined ? {} : { token }),
    ...(renviron === undefined
      ? {}
      : { renviron: changesOf('renviron', renviron, saved.connection.renviron) }),
    ...(dotenv === undefined ? {} : { dotenv: changesOf('dotenv', dotenv, saved.connection.dotenv) }),
  };
  const now = await updateCredential({
    ...rest,
    subject,
    params: { orgId: params.orgId, credsId },
    body: { github },
  });
  if (now.github === undefined) throw notFound();
  return { github_creds_id: now.credentialId, ...now.github };
}

/** The text of a file replaces all that is saved; variables by name change those alone. */
function changesOf(
  key: string,
  given: string | Record<string, string | null>,
  saved: JsonValue | undefined,
): Record<string, string | null> {
  if (typeof given !== 'string') return given;
  const { variables, unread } = readVariables(given);
  const [line] = unread;
  if (line !== undefined) {
    const message = `Line ${line} is not NAME=value`;
    throw invalidAt(key, message);
  }
  const before = isJsonObject(saved) ? Object.keys(saved) : [];
  return { ...Object.fromEntries(before.map((name) => [name, null])), ...variables };
}
