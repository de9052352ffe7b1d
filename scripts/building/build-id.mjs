import { createHash } from 'node:crypto';
import { commitDefinitions } from './commit.mjs';
import { contentHash } from './freshness.mjs';

/** What the web app is built from. */
export const webFolders = ['app', 'components', 'lib', 'prisma', 'public', 'server'];

/**
 * The id of a build of the web app: the same on every machine that builds the same sources, and another one for others.
 * A page that comes from one machine and gets an answer of another with a different id loads again as a whole.
 */
export function buildId(folders = webFolders) {
  const hash = createHash('sha256').update(JSON.stringify(commitDefinitions()));
  return hash.update(contentHash(folders)).digest('hex').slice(0, 20);
}
