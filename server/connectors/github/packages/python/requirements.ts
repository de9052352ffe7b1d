import { posix } from 'node:path';
import { mostPackages, type WantedPackages } from '../wanted';

/** A package by its name, with extras, versions, and a marker: https://packaging.python.org/specifications/dependency-specifiers/ */
const byName =
  /^[A-Za-z0-9][\w.-]*\s*(\[[\w\s,.-]*\])?\s*(\(\s*)?(([<>=!~]=?=?\s*[\w.*+!-]+)(\s*,\s*[<>=!~]=?=?\s*[\w.*+!-]+)*)?(\s*\))?\s*(;[^@]*)?$/;
const hash = /\s+--hash[= ](sha(256|384|512):[0-9a-f]+)/g;
const mostNested = 10;

/** Whether pip may get this line: it names a package of the index, and nothing else. */
export const isByName = (requirement: string): boolean =>
  requirement.length < 1000 && byName.test(requirement.replaceAll(/\s+/g, ' '));

/**
 * Reads a `requirements.txt` with the files that it includes. Only packages by name are taken: addresses, paths, and options
 * of the installer would decide where code comes from, which is for the operator to say.
 *
 * @param read reads a file of the repository; null if it isn't there
 */
export async function readRequirements(
  path: string,
  read: (path: string) => Promise<string | null>,
): Promise<WantedPackages> {
  const wanted: WantedPackages = { from: path, packages: [], constraints: [], leftOut: [] };
  const seen = new Set<string>();
  const take = async (file: string, into: 'packages' | 'constraints', depth: number): Promise<void> => {
    const text = seen.has(`${into} ${file}`) || depth > mostNested ? null : await read(file);
    seen.add(`${into} ${file}`);
    if (text === null) return;
    for (const { line, number } of linesOf(text)) {
      const [, option, included = ''] = /^(-r|--requirement|-c|--constraint)[\s=]+(\S+)$/.exec(line) ?? [];
      if (option !== undefined) {
        const isConstraint = option === '-c' || option === '--constraint';
        const next = posix.join(posix.dirname(file), included);
        if (!next.startsWith('..') && !/^\w+:/.test(included))
          await take(next, isConstraint ? 'constraints' : into, depth + 1);
        continue;
      }
      const hashes = [...line.matchAll(hash)].map(([, digest]) => ` --hash=${digest}`).join('');
      const requirement = line.replaceAll(hash, '').trim();
      if (isByName(requirement)) wanted[into].push(requirement + hashes);
      else wanted.leftOut.push(`line ${number} of ${file} (only packages by name are installed)`);
      if (wanted.packages.length > mostPackages) return;
    }
  };
  await take(path, 'packages', 0);
  return wanted;
}

/** Lines with what continues them, without comments. */
function* linesOf(text: string): Generator<{ line: string; number: number }> {
  let open = '';
  let number = 0;
  for (const [at, raw] of text.replaceAll('\r\n', '\n').split('\n').entries()) {
    if (open === '') number = at + 1;
    const line = raw.replace(/(^|\s+)#.*$/, '');
    if (line.endsWith('\\')) {
      open += `${line.slice(0, -1)} `;
      continue;
    }
    const whole = (open + line).trim();
    open = '';
    if (whole !== '') yield { line: whole, number };
  }
}
