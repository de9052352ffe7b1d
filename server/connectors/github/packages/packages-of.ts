import { join } from 'node:path';
import type { ScriptSettings } from '../../connector-context';
import type { ScriptLanguage } from '../analysis/script';
import { installPython } from './python/install-python';
import { pythonPackages } from './python/python-packages';
import { installR } from './r/install-r';
import { rPackages } from './r/r-packages';

interface Script {
  language: ScriptLanguage;
  path: string;
  /** The folder of the repository. */
  checkout: string;
}

/**
 * The folders with the packages that a script needs, installed if they aren't there yet. Throws a `ConnectorError` if that
 * fails.
 *
 * @param say tells the person who waits what is going on
 */
export async function packagesOf(
  { language, path, checkout }: Script,
  settings: ScriptSettings,
  say: (message: string, level: 'info' | 'warning') => void,
  signal: AbortSignal,
): Promise<string[]> {
  const wanted = await (language === 'python' ? pythonPackages : rPackages)(checkout, path);
  if (wanted === null) return [];
  const { from, packages, leftOut } = wanted;
  for (const each of leftOut.slice(0, mostSaid)) say(`Not installed: ${each}.`, 'warning');
  if (packages.length === 0) return [];
  const { pythonIndex, rRepository } = settings;
  const interpreter = settings.interpreters[language];
  const index = language === 'python' ? pythonIndex : rRepository;
  if (index === null || interpreter === null) {
    const setting = language === 'python' ? 'SCRIPT_PYTHON_INDEX' : 'SCRIPT_R_REPOSITORY';
    say(
      `This server installs no packages (${setting}), so the script has only what is installed here: ${from} is not read.`,
      'info',
    );
    return [];
  }
  const folder = join(settings.folder, 'packages');
  const startedAtMs = performance.now();
  const slow = setTimeout(() => say(`Installing the packages of ${from} …`, 'info'), noticedMs);
  try {
    const made =
      language === 'python'
        ? await installPython(wanted, { interpreter, index, folder }, signal)
        : await installR(wanted, { interpreter, repository: index, folder }, signal);
    const seconds = (performance.now() - startedAtMs) / 1000;
    if (seconds * 1000 > noticedMs)
      say(`Installed the packages of ${from} in ${seconds.toFixed(1)} s.`, 'info');
    return [made];
  } finally {
    clearTimeout(slow);
  }
}

const mostSaid = 10;
/** What takes less isn't worth a word. */
const noticedMs = 500;
