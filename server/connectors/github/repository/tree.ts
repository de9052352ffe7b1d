import type { Octokit, RestEndpointMethodTypes } from '@octokit/rest';
import { ConnectorError } from '../../_shared/connector-error';
import { foldersOf, type GithubConnection, repositoryOf } from '../connection';

/** A file of the repository, as its listing has it. */
export interface ListedFile {
  path: string;
  /** Git's hash of the content. */
  sha: string;
  sizeBytes: number;
}

type Entry = RestEndpointMethodTypes['git']['getTree']['response']['data']['tree'][number];

/** A repository with more folders than this was made to keep us busy. */
const mostFolders = 5000;
const foldersAtOnce = 8;

/** What names the tree of the connection's branch. */
export const branchOf = ({ branch }: GithubConnection): string => (branch ? `heads/${branch}` : 'HEAD');

/**
 * Lists the files of the branch, in the folders of the connection. One request as a rule: where GitHub cuts the listing
 * off, the folders are walked one by one.
 */
export async function listFiles(github: Octokit, connection: GithubConnection): Promise<ListedFile[]> {
  const folders = foldersOf(connection);
  const isWanted = (path: string) =>
    folders.length === 0 || folders.some((folder) => path.startsWith(`${folder}/`));
  const leadsThere = (path: string) =>
    isWanted(`${path}/`) || folders.some((folder) => folder.startsWith(`${path}/`));
  const files: ListedFile[] = [];
  const keep = (entries: readonly Entry[], prefix: string): void => {
    for (const { path, type, sha, size = 0, mode } of entries) {
      // Symbolic links name a file that may be anywhere.
      if (type === 'blob' && mode !== '120000' && isWanted(prefix + path))
        files.push({ path: prefix + path, sha, sizeBytes: size });
    }
  };
  const read = async (tree_sha: string, isWhole: boolean) => {
    const recursive = isWhole ? { recursive: '1' } : {};
    const { data } = await github.rest.git.getTree({ ...repositoryOf(connection), tree_sha, ...recursive });
    return data;
  };
  const whole = await read(branchOf(connection), true);
  if (!whole.truncated) {
    keep(whole.tree, '');
    return files;
  }
  let waiting = [{ sha: branchOf(connection), path: '' }];
  let walked = 0;
  while (waiting.length > 0) {
    walked += waiting.length;
    if (walked > mostFolders) throw tooManyFolders();
    const next: typeof waiting = [];
    for (let at = 0; at < waiting.length; at += foldersAtOnce) {
      const some = waiting.slice(at, at + foldersAtOnce);
      const trees = await Promise.all(some.map(({ sha }) => read(sha, false)));
      for (const [index, { tree }] of trees.entries()) {
        const prefix = some[index]?.path ?? '';
        keep(tree, prefix);
        for (const { path, type, sha } of tree)
          if (type === 'tree' && leadsThere(prefix + path)) next.push({ sha, path: `${prefix}${path}/` });
      }
    }
    waiting = next;
  }
  return files;
}

function tooManyFolders(): ConnectorError {
  const message = `The repository has more than ${mostFolders} folders. Name the folders that have scripts in the connection.`;
  return new ConnectorError('failed', message);
}
