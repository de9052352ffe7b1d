/** The oldest Node.js that Pushboard runs on. */
export const oldestNode = '20.19.0';

/** What is wrong with this Node.js, in words; undefined when nothing is. It must itself run on an old one. */
export function nodeVersionError(version = process.version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `Pushboard needs Node.js 20.19 or newer, and this is ${version}. Get one from https://nodejs.org and start again.`;
}
