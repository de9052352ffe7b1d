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
