import type { ConnectorContext } from '../connector-context';
import type { Discovered } from '../things';
import type { ScriptCommand } from './analysis/script';
import type { GithubConnection } from './connection';
import { withoutKnown } from './known-variables';
import { type ListedScript, listScripts } from './repository/scripts';

const languages = { python: 'Python', r: 'R' } as const;

export async function discover(
  connection: GithubConnection,
  context: ConnectorContext,
): Promise<Discovered[]> {
  const scripts = await listScripts(connection, context);
  return scripts.flatMap((script): Discovered[] => {
    const { commands, unavailable } = script.analysis;
    const runnable = commands.length === 0 ? [null] : commands;
    return runnable.map((command) => ({
      ...identityOf(script, command?.name ?? null, context),
      ...(command === null ? {} : { signature: signatureOf(withoutKnown(script, command, connection)) }),
      unavailableReason: unavailable ?? (command === null ? 'There is nothing to run in it.' : null),
      extension: null,
      traits: [languages[script.language]],
      warningTag: null,
      folder: script.path.includes('/') ? script.path.replace(/\/[^/]*$/, '') : null,
    }));
  });
}

const ENDING = /\.(py|R|r)$/;

/** What a script, or one of its subcommands, is called, and what it is recognized by when it has moved. */
export function identityOf({ path, sha }: ListedScript, name: string | null, { credsId }: ConnectorContext) {
  const within = name === null ? '' : `::${name}`;
  const file = path.split('/').at(-1) ?? path;
  return {
    cloudId: `github::${credsId}::${path}${within}`,
    cloudName: name === null ? path : `${path} ${name}`,
    friendlyName: name === null ? file.replace(ENDING, '') : `${file.replace(ENDING, '')} ${name}`,
    // The same text elsewhere, or the same name in another folder.
    likeness: [`${sha}${within}`, `${file}${within}`],
  };
}

const signatureOf = ({ inputs }: ScriptCommand): string =>
  inputs.map(({ key, typeId }) => `${key} ${typeId}`).join(', ');
