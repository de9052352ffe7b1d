import { expect, it } from 'vitest';
import { isCurrent, pagesFor } from './pages';

const marked = (pathname: string) =>
  pagesFor({ role: 'admin' }).flatMap(({ name, path }) => {
    const current = isCurrent(pathname, path('acme'));
    return current === undefined ? [] : [[name, current]];
  });

it.each([
  ['/acme/home', 'Home', 'page'],
  ['/acme/commands', 'Commands', 'page'],
  ['/acme/builder', 'Commands', 'true'],
  ['/acme/history/compare', 'History', 'true'],
])('%s marks %s', (pathname, name, current) => {
  expect(marked(pathname)).toEqual([[name, current]]);
});

it.each(['/acme/org', '/acme/historyx', '/other/home', '/store/builder'])('%s marks nothing', (pathname) => {
  expect(marked(pathname)).toEqual([]);
});
