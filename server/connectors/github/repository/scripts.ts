import type { Octokit } from '@octokit/rest';
import type { ConnectorContext } from '../../connector-context';
import { languageOf } from '../analysis/language';
import { readScripts } from '../analysis/reader';
import type { ScriptAnalysis, ScriptLanguage } from '../analysis/script';
import { foldersOf, type GithubConnection } from '../connection';
import { withGithub } from '../session/client';
import { readContents } from './contents';
import { type ListedFile, listFiles } from './tree';

/** A script of the repository, with what reading it told. */
export interface ListedScript extends ListedFile {
  language: ScriptLanguage;
  analysis: ScriptAnalysis;
}

/** Raised when scripts are read differently, so that none is shown as an older version read it. */
const ANALYSIS_VERSION = 1;
const mostKept = 20_000;

interface Kept {
  analysis: ScriptAnalysis;
  /** The hashes of the other files that it depends on, by path. */
  followed: Map<string, string>;
}

/** What reading told, by connection, path, and hash. A hash alone would tell of contents of repositories of others. */
const kept = new Map<string, Kept>();

export const forgetScripts = (): void => kept.clear();

/** Lists the scripts of the branch. A script is read once for each version of it and of the files that it imports. */
export function listScripts(
  connection: GithubConnection,
  context: ConnectorContext,
): Promise<ListedScript[]> {
  return withGithub(connection, context, async (github) => {
    const files = (await listFiles(github, connection)).filter(({ path }) => languageOf(path) !== null);
    const byPath = new Map(files.map((file) => [file.path, file]));
    const wanted = files.filter(({ path }) => isWanted(path, connection));
    const unread = wanted.filter((file) => known(file, byPath, connection, context) === null);
    if (unread.length > 0) await read(github, unread, byPath, connection, context);
    return wanted.flatMap((file): ListedScript[] => {
      const language = languageOf(file.path);
      const analysis = known(file, byPath, connection, context)?.analysis ?? notYetRead;
      return language === null ? [] : [{ ...file, language, analysis }];
    });
  });
}

const notYetRead: ScriptAnalysis = {
  commands: [],
  unavailable: 'There was no time to read it yet. Refresh to read on.',
  notes: [],
  errorLine: null,
  followed: [],
};

function isWanted(path: string, connection: GithubConnection): boolean {
  const folders = foldersOf(connection);
  return folders.length === 0 || folders.some((folder) => path.startsWith(`${folder}/`));
}

function known(
  file: ListedFile,
  byPath: ReadonlyMap<string, ListedFile>,
  connection: GithubConnection,
  context: ConnectorContext,
): Kept | null {
  const found = kept.get(keyOf(file, connection, context));
  if (found === undefined) return null;
  const isSame = [...found.followed].every(([path, sha]) => byPath.get(path)?.sha === sha);
  return isSame ? found : null;
}

const keyOf = (
  { path, sha }: ListedFile,
  { owner, repo, apiUrl }: GithubConnection,
  { credsId }: ConnectorContext,
): string => JSON.stringify([ANALYSIS_VERSION, credsId, apiUrl, owner, repo, path, sha]);

async function read(
  github: Octokit,
  files: readonly ListedFile[],
  byPath: ReadonlyMap<string, ListedFile>,
  connection: GithubConnection,
  context: ConnectorContext,
): Promise<void> {
  const analyses = await readScripts(
    files.map(({ path }) => path),
    [...byPath.keys()],
    async (paths) => {
      const asked = paths.flatMap((path) => byPath.get(path) ?? []);
      const texts = await readContents(github, connection, asked);
      return new Map(
        asked.flatMap(({ path, sha }): [string, string][] => {
          const text = texts.get(sha);
          return text === undefined ? [] : [[path, text]];
        }),
      );
    },
    context.scripts,
  );
  if (kept.size + analyses.size > mostKept) kept.clear();
  for (const file of files) {
    const analysis = analyses.get(file.path);
    if (analysis === undefined) continue;
    const followed = new Map(analysis.followed.map((path) => [path, byPath.get(path)?.sha ?? '']));
    kept.set(keyOf(file, connection, context), { analysis, followed });
  }
}
