import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';
import { exampleOf } from './description';
import type { DoubleAnswer, DoubleRequest, Handler } from './handler';
import type { OperationId } from './operations';

const missing: DoubleAnswer = { status: 404, body: { message: 'Not Found' } };

/** GitHub cuts the recursive listing of a tree off here. */
const mostEntries = 100_000;

/** What GitHub answers about the files of a repository. */
export const repositoryHandlers = new Map<OperationId, Handler>([
  ['repos/get', readRepository],
  ['repos/get-commit', readCommit],
  ['repos/get-branch', readBranch],
  ['repos/get-content', readContent],
  ['repos/create-or-update-file-contents', writeContent],
  ['repos/download-tarball-archive', downloadTarball],
  ['git/get-tree', readTree],
  ['git/get-blob', readBlob],
  ['git/create-ref', createReference],
  ['actions/create-workflow-dispatch', () => missing],
]);

function readRepository({ repository }: DoubleRequest): DoubleAnswer {
  const { owner, name, defaultBranch } = repository;
  // The example is a fork of a template, and this one isn't.
  const {
    source: _,
    parent: __,
    template_repository: ___,
    ...example
  } = exampleOf('full-repository-default-response');
  const own = {
    name,
    full_name: `${owner}/${name}`,
    default_branch: defaultBranch,
    private: true,
    language: null,
  };
  return { status: 200, body: { ...example, ...own } };
}

function readCommit({ repository, params, headers }: DoubleRequest): DoubleAnswer {
  const commit = repository.find(params.ref ?? '');
  const message = `No commit found for SHA: ${params.ref}`;
  if (commit === undefined) return { status: 422, body: { message, documentation_url: '' } };
  if (headers.accept?.includes('sha') === true) return { status: 200, bytes: Buffer.from(commit.sha) };
  return { status: 200, body: { ...exampleOf('commit'), sha: commit.sha } };
}

function readBranch({ repository, params }: DoubleRequest): DoubleAnswer {
  const name = params.branch ?? '';
  const commit = repository.branches.get(name);
  if (commit === undefined) return { status: 404, body: { message: 'Branch not found' } };
  const example = exampleOf('branch-get');
  const isProtected = repository.protectedBranches.has(name);
  return { status: 200, body: { ...example, name, protected: isProtected } };
}

function readContent({ repository, params, query }: DoubleRequest): DoubleAnswer {
  const file = repository.find(query.get('ref') ?? 'HEAD')?.files.get(params.path ?? '');
  if (file === undefined) return missing;
  const path = params.path ?? '';
  const content = file.bytes.toString('base64');
  const own = { path, name: path.split('/').at(-1), sha: file.sha, size: file.bytes.length, content };
  return { status: 200, body: { ...exampleOf('content-file-response-if-content-is-a-file'), ...own } };
}

function writeContent({ repository, params, body }: DoubleRequest): DoubleAnswer {
  const branch = typeof body.branch === 'string' ? body.branch : repository.defaultBranch;
  const path = params.path ?? '';
  if (repository.protectedBranches.has(branch)) {
    const message = 'Repository rule violations found\n\nChanges must be made through a pull request.\n\n';
    return { status: 409, body: { message, documentation_url: '' } };
  }
  const before = repository.branches.get(branch)?.files.get(path);
  if (before !== undefined && before.sha !== body.sha) {
    return { status: 409, body: { message: `${path} does not match ${before.sha}`, documentation_url: '' } };
  }
  repository.commit(String(body.message), { [path]: Buffer.from(String(body.content), 'base64') }, branch);
  return {
    status: before === undefined ? 201 : 200,
    body: exampleOf('file-commit-example-for-creating-a-file'),
  };
}

function downloadTarball({ double, repository, params }: DoubleRequest): DoubleAnswer {
  const commit = repository.find(params.ref ?? 'HEAD');
  if (commit === undefined) return missing;
  const top = `${repository.owner}-${repository.name}-${commit.sha.slice(0, 7)}`;
  const files = [...commit.files].map(([path, { bytes }]) => ({ name: `${top}/${path}`, data: bytes }));
  const address = `/codeload/${randomUUID()}`;
  double.downloads.set(address, gzipSync(createTar([{ name: `${top}/` }, ...files])));
  return { status: 302, headers: { location: double.downloadOrigin + address } };
}

/** Of a tree as a whole, or of one folder: `HEAD:jobs` is the folder `jobs`, as git names it. */
function readTree({ double, repository, params, query }: DoubleRequest): DoubleAnswer {
  const [reference = '', folder = ''] = (params.tree_sha ?? '').split(':');
  const commit = repository.find(reference);
  if (commit === undefined) return missing;
  const prefix = folder === '' ? '' : `${folder}/`;
  const entries = new Map<string, object>();
  for (const [path, { sha, bytes, mode }] of commit.files) {
    if (!path.startsWith(prefix)) continue;
    const parts = path.slice(prefix.length).split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const name = parts.slice(0, depth).join('/');
      entries.set(name, {
        path: name,
        mode: '040000',
        type: 'tree',
        sha: `${reference}:${prefix}${name}`,
        url: '',
      });
    }
    entries.set(parts.join('/'), {
      path: parts.join('/'),
      mode,
      type: 'blob',
      sha,
      size: bytes.length,
      url: '',
    });
  }
  const isRecursive = query.has('recursive');
  const listed = [...entries]
    .filter(([name]) => isRecursive || !name.includes('/'))
    .map(([, entry]) => entry);
  const most = Math.min(mostEntries, double.mostTreeEntries);
  const truncated = isRecursive && listed.length > most;
  const tree = truncated ? listed.slice(0, most) : listed;
  return { status: 200, body: { sha: commit.treeSha, url: '', tree, truncated } };
}

function readBlob({ repository, params }: DoubleRequest): DoubleAnswer {
  const sha = params.file_sha ?? '';
  const bytes = repository.blobs.get(sha);
  if (bytes === undefined) return missing;
  const content = bytes.toString('base64');
  return {
    status: 200,
    body: { content, encoding: 'base64', url: '', sha, size: bytes.length, node_id: '' },
  };
}

function createReference({ repository, body }: DoubleRequest): DoubleAnswer {
  if (repository.find(String(body.sha)) === undefined)
    return { status: 422, body: { message: 'Object does not exist', documentation_url: '' } };
  throw new Error('Nobody makes branches here');
}
