import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectorError } from '../../../_shared/connector-error';
import { keptFolder } from '../../worker/kept-folder';
import { runInstaller } from '../run-installer';
import type { WantedPackages } from '../wanted';
import { RRepository } from './repository';

const SOURCES = '/pushboard/sources';
const TARGET = '/pushboard/packages';
const downloadsAtOnce = 4;

/** R finds the order by itself in a repository of its own. It gives up on one package only after all others. */
const INSTALL = `
names <- readLines("${SOURCES}/names.txt")
options(warn = 1)
install.packages(names, lib = "${TARGET}", repos = "file://${SOURCES}", type = "source", dependencies = FALSE,
  INSTALL_opts = c("--no-docs", "--no-multiarch", "--no-test-load"))
missing <- names[!(names %in% rownames(installed.packages(lib.loc = "${TARGET}")))]
if (length(missing) > 0) { cat("missing:", missing, "\n"); quit(status = 1) }
`;

/**
 * Installs packages of the operator's repository, each as its source. They are downloaded here, and built in a sandbox
 * without network, since building runs their code.
 *
 * @param folder for all sets of packages
 * @returns the folder of this set
 */
export function installR(
  wanted: WantedPackages,
  settings: { interpreter: string; repository: string; folder: string },
  signal: AbortSignal,
): Promise<string> {
  const { interpreter, repository, folder } = settings;
  const all = JSON.stringify(['r', interpreter, repository, wanted.packages]);
  const key = createHash('sha256').update(all).digest('hex').slice(0, 40);
  return keptFolder(folder, key, async (target) => {
    const scratch = await mkdtemp(join(tmpdir(), 'packages-'));
    try {
      const empty = join(scratch, 'empty');
      const sources = join(scratch, 'sources');
      await mkdir(empty);
      await mkdir(join(sources, 'src/contrib'), { recursive: true });
      const opened = await RRepository.open(repository, signal);
      const packages = opened.resolve(wanted);
      await writeFile(join(sources, 'names.txt'), packages.map(({ name }) => `${name}\n`).join(''));
      await writeFile(join(sources, 'install.R'), INSTALL);
      const waiting = [...packages];
      const takeNext = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          await writeFile(
            join(sources, 'src/contrib', `${next.name}_${next.version}.tar.gz`),
            await opened.download(next),
          );
      };
      await Promise.all(Array.from({ length: downloadsAtOnce }, takeNext));
      const run = async (command: readonly string[], writable: Record<string, string>) => {
        const { isDone, lines } = await runInstaller({
          interpreter,
          command: [interpreter, '--vanilla', ...command],
          environment: {
            PATH: '/usr/local/bin:/usr/bin:/bin',
            HOME: '/tmp',
            TMPDIR: '/tmp',
            LANG: 'C.UTF-8',
            TZ: 'UTC',
            R_LIBS: TARGET,
          },
          checkout: empty,
          readable: SOURCES in writable ? {} : { [SOURCES]: sources },
          writable,
          network: false,
          signal,
        });
        if (!isDone) throw notInstalled(wanted, lines);
      };
      await run(['-e', `tools::write_PACKAGES("${SOURCES}/src/contrib", type = "source")`], {
        [SOURCES]: sources,
        [TARGET]: target,
      });
      await run([`${SOURCES}/install.R`], { [TARGET]: target });
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });
}

function notInstalled({ from }: WantedPackages, lines: readonly string[]): ConnectorError {
  const reasons = lines.filter((line) => /^(ERROR|Error|missing):?/.test(line));
  const reason = reasons.join(' ') || (lines.at(-1) ?? 'R ended without a word.');
  return new ConnectorError('failed', `The packages of ${from} could not be installed: ${reason}`);
}
