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
