import type { Octokit } from '@octokit/rest';
import { type GithubConnection, repositoryOf } from '../connection';
import type { ListedFile } from './tree';

/** How many contents one query asks for, and how many bytes they have together at most: GitHub's own time is limited. */
const mostAtOnce = 100;
const mostBytesAtOnce = 4_000_000;
const queriesAtOnce = 4;

/** A script is far smaller; one that is larger isn't read. GitHub cuts texts off at 512 kB. */
export const largestScriptBytes = 500_000;

interface Answer {
  repository: Record<
    string,
    { text: string | null; isBinary: boolean | null; isTruncated: boolean } | null
  > | null;
}

/**
 * The texts of files by the hashes of their contents, many by one request. Files that are too large, or aren't text, are
 * missing from the result.
 */
export async function readContents(
  github: Octokit,
  connection: GithubConnection,
  files: readonly Pick<ListedFile, 'sha' | 'sizeBytes'>[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const waiting = batchesOf(files.filter(({ sizeBytes }) => sizeBytes <= largestScriptBytes));
  const takeNext = async () => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      const { repository } = await github.graphql<Answer>(queryFor(batch), { ...repositoryOf(connection) });
      for (const [index, sha] of batch.entries()) {
        const blob = repository?.[`b${index}`];
        if (blob?.text != null && blob.isBinary !== true && !blob.isTruncated) texts.set(sha, blob.text);
      }
    }
  };
  await Promise.all(Array.from({ length: queriesAtOnce }, takeNext));
  return texts;
}

function batchesOf(files: readonly Pick<ListedFile, 'sha' | 'sizeBytes'>[]): string[][] {
  const sizes = new Map(files.map(({ sha, sizeBytes }) => [sha, sizeBytes]));
  const batches: string[][] = [];
  let room = 0;
  for (const [sha, sizeBytes] of sizes) {
    const last = batches.at(-1);
    if (last === undefined || last.length >= mostAtOnce || sizeBytes > room) {
      batches.push([sha]);
      room = mostBytesAtOnce - sizeBytes;
    } else {
      last.push(sha);
      room -= sizeBytes;
    }
  }
  return batches;
}

/** Hashes are written into the query, since their number varies; they have nothing but hexadecimal digits. */
function queryFor(shas: readonly string[]): string {
  const objects = shas.map((sha, index) => {
    if (!/^[0-9a-f]{40,64}$/.test(sha)) throw new Error(`${sha} is not the hash of an object`);
    return `b${index}: object(oid: "${sha}") { ... on Blob { text isBinary isTruncated } }`;
  });
  return `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { ${objects.join(' ')} } }`;
}
