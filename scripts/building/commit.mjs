import { execFileSync } from 'node:child_process';
import { hashOf } from './freshness.mjs';

/** What web and the worker have in common. */
const sharedFolders = ['lib', 'prisma', 'server'];

/**
 * What to write into the code in place of two names (lib/base/build.ts), as JavaScript: what COMMIT_HASH and COMMIT_REF
 * say, or else Git; empty texts where neither knows.
 */
export function commitDefinitions() {
  const hash = process.env.COMMIT_HASH?.trim() || git('rev-parse', 'HEAD');
  const ref = process.env.COMMIT_REF?.trim() || git('rev-parse', '--abbrev-ref', 'HEAD');
  return { __PUSHBOARD_COMMIT_HASH__: hash, __PUSHBOARD_COMMIT_REF__: ref };
}

/**
 * The same for what tells whether web and a worker run the same code: each is built only if its own sources changed, so
 * their commits may differ although their code doesn't.
 */
export const codeDefinition = () => ({ __PUSHBOARD_CODE_HASH__: hashOf(sharedFolders).slice(0, 16) });

function git(...args) {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
