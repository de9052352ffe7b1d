import type { Octokit } from '@octokit/rest';
import { Recent } from '@/lib/base/memory/recent';
import { ConnectorError } from '../../_shared/connector-error';
import type { ConnectorContext } from '../../connector-context';
import { type GithubConnection, repositoryOf } from '../connection';
import { refusalIn } from '../session/errors';

/** A secret that was changed or deleted in the repository is right again within this time. */
const keptMs = 5 * 60_000;
const mostKept = 1000;

/** The variables that GitHub has, as far as this process set them: the version of each connection. */
const kept = new Recent<{ version: number; untilMs: number }>(mostKept);

export function forgetVariables(): void {
  kept.clear();
}

/**
 * Gives GitHub the variables of a connection, sealed, if they may have changed. Returns the name of the secret, which no
 * other connection and no other Pushboard uses; an empty text without variables.
 */
export async function keepVariables(
  github: Octokit,
  connection: GithubConnection,
  { installation, credsId, credsVersion }: ConnectorContext,
): Promise<string> {
  const { dotenv, renviron, owner, repo, apiUrl } = connection;
  if (Object.keys({ ...dotenv, ...renviron }).length === 0) return '';
  const name = `PUSHBOARD_VARIABLES_${installation}_${credsId}`;
  const key = JSON.stringify([name, apiUrl, owner, repo]);
  const known = kept.get(key);
  if (known?.version === credsVersion && Date.now() < known.untilMs) return name;
  const text = JSON.stringify({ python: dotenv ?? {}, r: renviron ?? {} });
  await setSecret(github, connection, name, text);
  kept.set(key, { version: credsVersion, untilMs: Date.now() + keptMs });
  return name;
}

/** Sets a secret of the repository, sealed with the repository's key. */
export async function setSecret(
  github: Octokit,
  connection: GithubConnection,
  name: string,
  text: string,
): Promise<void> {
  const repository = repositoryOf(connection);
  try {
    const { data } = await github.rest.actions.getRepoPublicKey(repository);
    const { default: sodium } = await import('libsodium-wrappers');
    await sodium.ready;
    const sealed = sodium.crypto_box_seal(
      sodium.from_string(text),
      sodium.from_base64(data.key, sodium.base64_variants.ORIGINAL),
    );
    await github.rest.actions.createOrUpdateRepoSecret({
      ...repository,
      secret_name: name,
      key_id: data.key_id,
      encrypted_value: sodium.to_base64(sealed, sodium.base64_variants.ORIGINAL),
    });
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (refusal?.status !== 403 && refusal?.status !== 404) throw thrown;
    const message = `Passwords and variables reach GitHub Actions as secrets of the repository, and the token may not set them in ${connection.owner}/${connection.repo}. Give it the permission Secrets with read and write access.`;
    throw new ConnectorError('unauthorized', message, null, { cause: thrown });
  }
}

/** Removes a secret that a run had. One that is gone already is fine. */
export async function dropSecret(github: Octokit, connection: GithubConnection, name: string): Promise<void> {
  await github.rest.actions
    .deleteRepoSecret({ ...repositoryOf(connection), secret_name: name })
    .catch((thrown: unknown) => {
      if (refusalIn(thrown)?.status !== 404) throw thrown;
    });
}
