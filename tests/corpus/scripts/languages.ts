import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPython } from '@/server/connectors/github/analysis/python/read-python';
import { readR } from '@/server/connectors/github/analysis/r/read-r';
import type { ScriptAnalysis } from '@/server/connectors/github/analysis/script';

/** A folder of expectations, and where the scripts are that they are about. */
export interface Collection {
  /** What it is called in the report. */
  title: string;
  folder: string;
  /** The ending of scripts, with its dot. */
  ending: string;
  /** Whether its scripts are ours, so that each must be read without any difference. */
  isOwn: boolean;
  /** Where scripts are that aren't next to their expectations; null if they are. */
  scripts: () => string | null;
  read: (files: ReadonlyMap<string, string>, path: string) => Promise<ScriptAnalysis>;
}

const here = import.meta.dirname;

/** The collections that stand in this folder. Another language is one more line. */
export const collections: readonly Collection[] = [
  {
    title: 'Python, our own scripts',
    folder: join(here, 'python'),
    ending: '.py',
    isOwn: true,
    scripts: () => null,
    read: readPython,
  },
  {
    title: 'Python, modules of CPython',
    folder: join(here, 'cpython'),
    ending: '.py',
    isOwn: false,
    scripts: cpython,
    read: readPython,
  },
  {
    title: 'R, our own scripts',
    folder: join(here, 'r'),
    ending: '.R',
    isOwn: true,
    scripts: () => null,
    read: readR,
  },
];

/** Collections of scripts that are public but not ours, in a folder that `CORPUS_SCRIPTS` names: one of each language. */
export function publicCollections(): Collection[] {
  const folder = process.env.CORPUS_SCRIPTS;
  if (folder === undefined || folder === '') return [];
  const languages = [
    { language: 'python', ending: '.py', read: readPython },
    { language: 'r', ending: '.R', read: readR },
  ];
  return languages
    .map(({ language, ...rest }) => ({
      title: `${language}, public scripts`,
      folder: join(folder, language),
      isOwn: false,
      scripts: () => null,
      ...rest,
    }))
    .filter((collection) => existsSync(collection.folder));
}

/** Where the modules of the installed CPython are; throws if there isn't one. */
function cpython(): string {
  const code = 'import sysconfig; print(sysconfig.get_path("stdlib"))';
  return execFileSync('python3', ['-c', code], { encoding: 'utf8' }).trim();
}
