import { expect, it } from 'vitest';
import { filesIn, textOf } from '../source-files';

/** A dynamic component, what stands before it, and what comes after its import. */
const DYNAMIC = /(servedPart\(\s*)?\bdynamic\(\s*\(\) => import\('[^']+'\)([^;]*?)\)/g;

it('a component whose code comes later holds nothing back: it is fetched by a served part, or never by the server', () => {
  const found = filesIn(['app', 'components'], ['.ts', '.tsx'])
    .filter((file) => textOf(file).includes("from 'next/dynamic'"))
    .map((file) => ({ file, uses: [...textOf(file).matchAll(DYNAMIC)] }));
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(({ uses }) => uses.length === 0).map(({ file }) => file)).toEqual([]);
  const holding = found.flatMap(({ file, uses }) =>
    uses
      .filter(([, served, options]) => served === undefined && !options?.includes('ssr: false'))
      .map(([use]) => `${file}: ${use}`),
  );
  expect(holding).toEqual([]);
});

/** What is done with a part that is fetched when it is needed. */
const FETCHED = /\bvoid import\('[^']+'\)/g;

/** Whether a text begins with `.then` and two functions, or with `.catch`. */
function hasHandler(text: string): boolean {
  if (text.startsWith('.catch(')) return true;
  if (!text.startsWith('.then(')) return false;
  let depth = 0;
  let commas = 0;
  for (const [at, sign] of [...text].entries()) {
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    // The last function may be followed by one, too.
    if (sign === ',' && depth === 1 && !/^,\s*\)/.test(text.slice(at, at + 100))) commas += 1;
    if (depth === 0 && sign === ')') break;
  }
  return commas > 0;
}

it('a part that could not be fetched when it was needed is not passed over in silence', () => {
  const unhandled = filesIn(['app', 'components'], ['.ts', '.tsx']).flatMap((file) => {
    const text = textOf(file);
    const uses = [...text.matchAll(FETCHED)];
    return uses
      .filter((use) => !hasHandler(text.slice(use.index + use[0].length)))
      .map(([use]) => `${file}: ${use}`);
  });
  expect(unhandled).toEqual([]);
});
