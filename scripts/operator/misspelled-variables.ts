import { likelyMeant } from '@/lib/commands/suggest';
import { issuerNames, issuerVariables } from '@/server/base/env-issuers';
import { withoutBlanks } from '@/server/base/env-values';
import { variables } from '@/server/base/env-variables';

/** Those of SDKs, which read them by themselves, and one that the embedded start passes on. Some look like ours. */
const OF_OTHERS = /^(OTEL|AWS|NODE)_|^SAMPLE_OWNER_DATABASE_URL$/;

/**
 * Finds variables that were probably meant for Pushboard, and that it doesn't read: misspelled ones, and those of an
 * identity provider or a database whose name isn't in the list of names.
 *
 * @returns what to tell about each, without its value
 */
export function misspelledVariables(source: Readonly<Record<string, string | undefined>>): string[] {
  const filled = withoutBlanks(source);
  const namesIn = (list: string) => issuerNames().safeParse(filled[list]).data ?? [];
  const lists = {
    OIDC_ISSUERS: namesIn('OIDC_ISSUERS').flatMap((name) =>
      issuerVariables.map((part) => `OIDC_${name.toUpperCase()}_${part}`),
    ),
    ENVIRONMENT_DATABASES: namesIn('ENVIRONMENT_DATABASES').map(
      (name) => `ENVIRONMENT_DATABASE_${name.toUpperCase()}`,
    ),
  };
  const known = [...Object.keys(variables), ...Object.values(lists).flat()];
  return Object.keys(filled).flatMap((name) => {
    if (known.includes(name) || OF_OTHERS.test(name) || !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(name))
      return [];
    const list = listOf(name);
    if (list !== null) return [`${name} is not used: its name is not in ${list}.`];
    // A slip is rarely in the first letter.
    const meant = likelyMeant(name, known).find((other) => other[0] === name[0]);
    return meant === undefined ? [] : [`${name} is not a variable of Pushboard. Did you mean ${meant}?`];
  });
}

const PART_OF_ISSUER = new RegExp(`^OIDC_\\w+_(${issuerVariables.join('|')})$`);

/** The list that has to name what a variable belongs to. */
function listOf(name: string): string | null {
  if (PART_OF_ISSUER.test(name)) return 'OIDC_ISSUERS';
  return name.startsWith('ENVIRONMENT_DATABASE_') ? 'ENVIRONMENT_DATABASES' : null;
}
