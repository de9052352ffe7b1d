const secretWords =
  /(^|_)(password|passwd|passphrase|passcode|pswd|pass|pwd|pw|secret|secrets|token|api_?key|apikey|access_key|secret_key|private_key|signing_key|encryption_key|ssh_key|auth_key|client_secret|credential|credentials|bearer|pat)(_|$)|(password|passwd|passphrase)$/;
/** Names of variables that end so hold keys. */
const secretEnding = /_(key|pat|dsn)$/;
/** Names that only speak of secrets: their number, their file, whether there are any, or an identifier that anyone may see. */
const openWords =
  /(^|_)(max|min|num|n|count|length|len|size|limit|tokens|file|path|dir|folder|id|ids|name|names|url|uri|type|ttl|expiry|expires|days|hours|policy|public|column|field|header|env|var|primary_key|sort_key|foreign_key|partition_key|cache_key)(_|$)|^(use|no|has|is)_/;

const plainName = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');

/** Whether an input is a secret by its name: `GH_TOKEN`, `--api-key`, `password`. */
export function isSecretName(name: string, isEnvironment: boolean): boolean {
  const plain = plainName(name);
  if (openWords.test(plain)) return false;
  return secretWords.test(plain) || (isEnvironment && secretEnding.test(plain));
}

/** Whether a secret has several lines by its name, as keys in PEM have. */
export const isMultilineName = (name: string): boolean =>
  /(^|_)(private_key|pem|certificate|ssh_key|service_account_json)(_|$)/.test(plainName(name)) &&
  !openWords.test(plainName(name));
