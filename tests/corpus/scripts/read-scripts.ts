import { performance } from 'node:perf_hooks';
import { compareInputs, emptyScore, type Score } from './compare-inputs';
import { expectationsOf } from './expectations';
import { type Collection, collections, publicCollections } from './languages';

/** What the inputs of scripts must reach, in percent. */
const wanted = { recall: 90, precision: 95, values: 90 };

/** Reads every script of the collections; returns whether enough of their inputs were found, and right. */
export async function readScripts(): Promise<boolean> {
  let isEnough = true;
  for (const collection of [...collections, ...publicCollections()]) {
    const isReached = await readCollection(collection);
    isEnough &&= isReached;
  }
  return isEnough;
}

async function readCollection(collection: Collection): Promise<boolean> {
  const expectations = readable(collection);
  if (expectations === null) {
    console.log(`\n${collection.title}: not read, since its scripts aren't on this machine`);
    return true;
  }
  const total = emptyScore();
  let slowest = { name: '', ms: 0 };
  const lines: string[] = [];
  for (const expectation of expectations) {
    const beganAtMs = performance.now();
    const analysis = await collection.read(expectation.files, expectation.path);
    const ms = performance.now() - beganAtMs;
    if (ms > slowest.ms) slowest = { name: expectation.name, ms };
    const score = compareInputs(analysis, expectation);
    add(total, score);
    for (const difference of score.differences) lines.push(`  ${expectation.name}: ${difference}`);
  }
  console.log(`\n${collection.title}: ${expectations.length} scripts, ${total.expected} inputs`);
  for (const line of lines) console.log(line);
  return report(total, slowest);
}

function readable(collection: Collection): ReturnType<typeof expectationsOf> | null {
  try {
    return expectationsOf(collection);
  } catch (error) {
    // Without the interpreter of a language, its library isn't there.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function add(total: Score, score: Score): void {
  total.expected += score.expected;
  total.found += score.found;
  total.matched += score.matched;
  for (const part of ['defaults', 'choices', 'types', 'required'] as const) {
    total[part].compared += score[part].compared;
    total[part].right += score[part].right;
  }
}

function report(total: Score, slowest: { name: string; ms: number }): boolean {
  const recall = percent(total.matched, total.expected);
  const precision = percent(total.matched, total.found);
  const values = percent(
    total.defaults.right + total.choices.right,
    total.defaults.compared + total.choices.compared,
  );
  const shares = [
    `recall ${shown(recall)} (${total.matched} of ${total.expected})`,
    `precision ${shown(precision)} (${total.matched} of ${total.found})`,
    `defaults and choices ${shown(values)}`,
    `types ${shown(percent(total.types.right, total.types.compared))}`,
    `required ${shown(percent(total.required.right, total.required.compared))}`,
  ];
  console.log(`  ${shares.join(', ')}`);
  console.log(`  slowest ${Math.round(slowest.ms)} ms: ${slowest.name}`);
  return recall >= wanted.recall && precision >= wanted.precision && values >= wanted.values;
}

const percent = (part: number, whole: number): number => (whole === 0 ? 100 : (100 * part) / whole);
const shown = (value: number): string => `${value.toFixed(1)} %`;
