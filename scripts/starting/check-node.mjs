/** The oldest Node.js that Pushboard runs on. */
export const oldestNode = '20.19.0';

/**
 * Returns what is wrong with this version of Node.js; undefined if nothing is. This file itself must run on old
 * versions.
 */
export function nodeVersionError(version = process.version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `Pushboard needs Node.js 20.19 or newer. This is ${version}. Install a newer one from https://nodejs.org and start again.`;
}

/** When versions of Node.js get their last security fixes, and until when Pushboard runs on those that have. */
const endOfNode = { 20: { fixes: '2026-04-30', support: 'January 2027' }, 22: { fixes: '2027-04-30' } };

/** Returns what to know about a version of Node.js that gets no more security fixes; undefined if it still does. */
export function nodeVersionAdvice(version = process.version, now = new Date()) {
  const major = Number(version.replace(/^v/, '').split('.')[0]);
  const end = endOfNode[major];
  if (end === undefined || now < new Date(`${end.fixes}T23:59:59Z`)) return undefined;
  const until = end.support === undefined ? '' : ` Pushboard runs on it until ${end.support}.`;
  return `Node.js ${major} gets no more security fixes.${until} Install Node.js 24.`;
}
