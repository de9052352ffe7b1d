import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectorError } from '../../../_shared/connector-error';
import { keptFolder } from '../../worker/kept-folder';
import { runInstaller } from '../run-installer';
import type { WantedPackages } from '../wanted';

const SETTINGS = '/pushboard/settings';
const TARGET = '/pushboard/packages';

/**
 * Installs packages of the operator's index with pip, in a sandbox. Only wheels are installed, since building others would
 * run code of theirs while the network can be reached.
 *
 * @param folder for all sets of packages
 * @returns the folder of this set
 */
export function installPython(
  wanted: WantedPackages,
  settings: { interpreter: string; index: string; folder: string },
  signal: AbortSignal,
): Promise<string> {
  const { interpreter, index, folder } = settings;
  const all = JSON.stringify(['python', interpreter, index, wanted.packages, wanted.constraints]);
  const key = createHash('sha256').update(all).digest('hex').slice(0, 40);
  return keptFolder(folder, key, async (target) => {
    const scratch = await mkdtemp(join(tmpdir(), 'packages-'));
    try {
      const empty = join(scratch, 'empty');
      const lists = join(scratch, 'lists');
      await mkdir(empty);
      await mkdir(lists);
      await writeFile(join(lists, 'packages.txt'), wanted.packages.join('\n'));
      await writeFile(join(lists, 'constraints.txt'), wanted.constraints.join('\n'));
      const { isDone, lines } = await runInstaller({
        interpreter,
        command: [interpreter, ...pip],
        environment: {
          PATH: '/usr/local/bin:/usr/bin:/bin',
          HOME: '/tmp',
          TMPDIR: '/tmp',
          LANG: 'C.UTF-8',
          PIP_CONFIG_FILE: '/dev/null',
          // In the environment, since everyone on the machine sees a command.
          PIP_INDEX_URL: index,
        },
        checkout: empty,
        readable: { [SETTINGS]: lists },
        writable: { [TARGET]: target },
        network: true,
        signal,
      });
      if (!isDone) throw notInstalled(wanted, lines, index);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });
}

const pip = [
  '-I',
  '-m',
  'pip',
  'install',
  '--no-input',
  '--disable-pip-version-check',
  '--no-cache-dir',
  '--progress-bar=off',
  '--no-warn-script-location',
  '--only-binary=:all:',
  `--target=${TARGET}`,
  `--requirement=${SETTINGS}/packages.txt`,
  `--constraint=${SETTINGS}/constraints.txt`,
];

function notInstalled({ from }: WantedPackages, lines: readonly string[], index: string): ConnectorError {
  const said = lines.filter((line) => line.startsWith('ERROR: ')).map((line) => line.slice(7));
  const missing = lines.some((line) => line.includes('No module named pip'));
  const reason = missing
    ? 'pip is not installed on this server. Ask the people who run Pushboard to install it.'
    : said.join(' ') || (lines.at(-1) ?? 'pip ended without a word.');
  const message = `The packages of ${from} could not be installed: ${withoutLogin(reason, index)}`;
  return new ConnectorError('failed', message);
}

/** The address of an index may have a name and a password. */
function withoutLogin(text: string, index: string): string {
  const { username, password } = new URL(index);
  return [username, password, decodeURIComponent(username), decodeURIComponent(password)]
    .filter((part) => part.length > 2)
    .reduce((said, part) => said.replaceAll(part, '***'), text);
}
