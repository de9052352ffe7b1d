import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textOf } from './source-files';

interface House {
  top: string;
  floors: string[][];
}
const load = (file: string) => import(`${process.cwd()}/${file}`);
const { houses }: { houses: House[] } = await load('.dependency-cruiser.mjs');
const { drawPlan }: { drawPlan: (houses: readonly House[]) => string } = await load('scripts/rooms/draw.mjs');

const page = textOf('ARCHITECTURE.md');

test('the picture of the floor plan is what the rules say', () => {
  const [, picture] = /<!-- plan -->\n```mermaid\n([\s\S]*?)\n```\n<!-- \/plan -->/.exec(page) ?? [];
  expect(picture).toBe(drawPlan(houses));
});

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
