import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { House } from '../../scripts/rooms/draw';
import { textOf } from './source-files';

const { houses }: { houses: House[] } = await import(resolve('.dependency-cruiser.mjs'));

const page = textOf('ARCHITECTURE.md');

test.each(houses.filter(({ top }) => !top.includes('/')))('each room of $top has its line', (house) => {
  const [, section = ''] = new RegExp(`\\n### ${house.top}\\n([\\s\\S]*?)(\\n##|$)`).exec(page) ?? [];
  const named = [...section.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(house.floors.flat().sort());
});

test('every path that the page names exists', () => {
  const paths = [...page.matchAll(/`((?:app|server|lib|docs|components)\/[\w./-]+\.(?:ts|md))`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(12);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
