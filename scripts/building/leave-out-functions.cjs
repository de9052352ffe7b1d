/**
 * Keeps the exports of a module, and leaves out what they do: each is a function whose result is a function that throws.
 * A loader for what a library brings along to browsers and no page of ours calls.
 *
 * @param {string} source
 * @returns {string}
 */
module.exports = function leaveOutFunctions(source) {
  const declared = [...source.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name);
  const renamed = [...source.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name]) => name);
  const body = `const leftOut = () => () => {
  throw new Error('This was left out of the scripts of pages: scripts/building/leave-out-functions.cjs');
};`;
  return `${body}\nexport { ${[...declared, ...renamed].map((name) => `leftOut as ${name}`).join(', ')} };\n`;
};
