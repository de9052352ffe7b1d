import type { ResponseOf } from '@/lib/contract/operation';
import { listCredentials } from '@/lib/contract/sources/credentials';
import { checkConnection, checkDescription, lookAtSource } from '@/lib/contract/sources/expected-breaks';
import type { Api } from '../api';
import { type Arguments, refuseOtherFlags, textFlag } from '../arguments';
import { CliError, type ExitCode, exitCodes, misused } from '../exit';
import { onlyOrg } from '../find-command';
import { asResponse, print, printJson } from '../print';
import { printable } from '../table';
import { descriptionAt, replacedDescription } from './descriptions';

type Check = ResponseOf<typeof lookAtSource>;

/**
 * Says what a sync of a connection would change and break: with a description in place of the uploaded one, with what
 * another connection has, or with its own source. Exits with 2 if something would break.
 */
export async function check(api: Api, line: Arguments): Promise<ExitCode> {
  refuseOtherFlags(line, ['org', 'json', 'url', 'against', 'replace']);
  const [, wanted, path, ...others] = line.words;
  if (wanted === undefined || others.length > 0)
    throw misused('Say which connection to check: pushboard check CONNECTION [FILE].');
  const against = textFlag(line, 'against');
  if (path !== undefined && against !== undefined)
    throw misused('Check against a file or against another connection, not both.');
  const { orgId } = await onlyOrg(api, textFlag(line, 'org'));
  const connections = await api.call(listCredentials, { params: { orgId }, query: {} });
  const params = { orgId, credsId: idOf(connections, wanted) };
  const checked = await checkedWith();
  if (line.flags.has('json')) printJson(asResponse(lookAtSource, checked));
  else print(printable(wordsOf(checked)));
  return checked.wouldBreak ? exitCodes.wouldBreak : exitCodes.success;

  function checkedWith(): Promise<Check> {
    if (against !== undefined)
      return api.call(checkConnection, {
        params,
        body: { otherCredentialId: idOf(connections, against) },
      });
    if (path === undefined) return api.call(lookAtSource, { params });
    const staticCommandSourceId = replacedDescription(line);
    const body = staticCommandSourceId === undefined ? {} : { staticCommandSourceId };
    return api.call(checkDescription, { params, body }, { files: [descriptionAt(path)] });
  }
}

type Connections = ResponseOf<typeof listCredentials>;

/** The id of the only connection with an id or a name. */
function idOf(connections: Connections, wanted: string): number {
  const found = connections.filter(
    ({ credentialId, name }) =>
      String(credentialId) === wanted || name.toLowerCase() === wanted.toLowerCase(),
  );
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only.credentialId;
  const known = (found.length > 0 ? found : connections)
    .map(({ credentialId, name }) => `  ${credentialId}  ${name}`)
    .join('\n');
  if (only !== undefined) throw misused(`Several connections are named “${wanted}”. Use an id:\n${known}`);
  throw new CliError(exitCodes.refused, `No connection is named “${wanted}”. Your connections:\n${known}`);
}

const COUNTED = [
  ['added', 'new'],
  ['modified', 'changed'],
  ['deleted', 'gone'],
  ['undeleted', 'back'],
] as const;

function wordsOf({ breaks, diff }: Check): string {
  const counts = COUNTED.flatMap(([group, word]) =>
    diff[group].length === 0 ? [] : [`${diff[group].length} ${word}`],
  );
  const differing = COUNTED.flatMap(([group, word]) =>
    group === 'added' ? [] : diff[group].map(({ cloudName }) => `  ${word}: ${cloudName}`),
  );
  const head = counts.length === 0 ? 'Nothing differs.' : `${counts.join(', ')}.`;
  const stops =
    breaks.length === 0
      ? ['Nothing would break.']
      : [
          `${breaks.length === 1 ? '1 thing' : `${breaks.length} things`} would break:`,
          ...breaks.map(({ words }) => `  ${words}`),
        ];
  return [head, ...differing, ...stops].join('\n');
}
