import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readPython } from '@/server/connectors/github/analysis/python/read-python';
import { readR } from '@/server/connectors/github/analysis/r/read-r';
import { type Agreement, compare, type Expectation, sum } from './compare';

/** Our own scripts, each written for one shape, with what a careful reader would offer. */
export const OWN = join('tests', 'corpus', 'scripts');

/** The expectations in a folder and the folders in it, with their scripts. */
export function expectationsIn(
  folder: string,
  scripts = folder,
): { expectation: Expectation; script: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const expectation: Expectation = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const script = [
        join(scripts, file.replace(/\.json$/, '')),
        ...['.py', '.R', '.r'].map((end) => join(scripts, file.replace(/\.json$/, end))),
      ].find(existsSync);
      return script === undefined ? [] : [{ expectation: { ...expectation, file }, script }];
    });
}

/** Reads a script, with the other files of its folder, and compares what it asks for with the expectation. */
export async function agreementOf({
  expectation,
  script,
}: {
  expectation: Expectation;
  script: string;
}): Promise<Agreement> {
  const folder = dirname(script);
  const files = new Map(
    readdirSync(folder)
      .filter((file) => /\.(py|[rR])$/.test(file))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
  const path = basename(script);
  return compare(expectation, await (script.endsWith('.py') ? readPython(files, path) : readR(files, path)));
}

/** Prints how far reading scripts agrees with careful readers. */
export async function compareScripts(): Promise<boolean> {
  const sets: [string, ReturnType<typeof expectationsIn>][] = [
    ['own Python', expectationsIn(join(OWN, 'python'))],
    ['own R', expectationsIn(join(OWN, 'r'))],
  ];
  const { SCRIPT_EXPECTATIONS: expected, SCRIPT_SOURCES: sources } = process.env;
  if (expected !== undefined) sets.push(['others', expectationsIn(expected, sources ?? expected)]);
  let isGood = true;
  for (const [name, all] of sets) {
    const total = sum(await Promise.all(all.map(agreementOf)));
    const percent = (part: number, of: number) => `${of === 0 ? 100 : Math.round((part / of) * 1000) / 10} %`;
    const { expected: wanted, found, matched, valuesRight, typeRight, requiredRight } = total;
    console.log(
      `${name}: ${all.length} scripts, ${wanted} inputs; recall ${percent(matched, wanted)}, precision ${percent(matched, found)}, defaults and choices ${percent(valuesRight, matched)}, types ${percent(typeRight, matched)}, required ${percent(requiredRight, matched)}`,
    );
    for (const difference of total.differences) console.log(`  ${difference}`);
    isGood &&= matched >= wanted * 0.9 && matched >= found * 0.95 && valuesRight >= matched * 0.9;
  }
  return isGood;
}
