import { createHash } from 'node:crypto';

export interface RepositoryFile {
  sha: string;
  bytes: Buffer;
  mode: string;
}

interface Commit {
  sha: string;
  message: string;
  treeSha: string;
  files: ReadonlyMap<string, RepositoryFile>;
}

const hashOf = (kind: string, bytes: Buffer): string =>
  createHash('sha1').update(`${kind} ${bytes.length}\0`).update(bytes).digest('hex');

/** A repository in memory, with the hashes that git itself gives to files. */
export class Repository {
  readonly branches = new Map<string, Commit>();
  readonly blobs = new Map<string, Buffer>();
  private readonly commits: Commit[] = [];
  /** Branches that take no direct commits. */
  readonly protectedBranches = new Set<string>();

  constructor(
    readonly owner: string,
    readonly name: string,
    readonly defaultBranch = 'main',
  ) {
    this.commit('Begin', {});
  }

  /** Adds, changes, and removes (null) files by a commit. */
  commit(
    message: string,
    changes: Record<string, string | Buffer | null>,
    branch = this.defaultBranch,
  ): Commit {
    const files = new Map(this.branches.get(branch)?.files ?? this.branches.get(this.defaultBranch)?.files);
    for (const [path, content] of Object.entries(changes)) {
      if (content === null) {
        files.delete(path);
        continue;
      }
      const bytes = Buffer.from(content);
      const sha = hashOf('blob', bytes);
      this.blobs.set(sha, bytes);
      files.set(path, { sha, bytes, mode: '100644' });
    }
    const listed = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
    const treeSha = hashOf('tree', Buffer.from(listed.map(([path, { sha }]) => `${path} ${sha}`).join('\n')));
    const sha = hashOf('commit', Buffer.from(`${treeSha} ${this.commits.length} ${message}`));
    const commit = { sha, message, treeSha, files: new Map(listed) };
    this.commits.push(commit);
    this.branches.set(branch, commit);
    return commit;
  }

  /** The commit of a branch, of `HEAD`, or of a hash; undefined if there is none. */
  find(reference: string): Commit | undefined {
    const name = reference.replace(/^(refs\/)?heads\//, '');
    if (name === 'HEAD') return this.branches.get(this.defaultBranch);
    return (
      this.branches.get(name) ??
      this.commits.find(({ sha, treeSha }) => sha === reference || treeSha === reference)
    );
  }
}
