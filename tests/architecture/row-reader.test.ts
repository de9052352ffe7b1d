import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { expect, test } from 'vitest';

test('the process that sorts and filters rows loads no packages, since someone waits for its start', () => {
  const program = readFileSync('.build/rows.mjs', 'utf8');
  const loaded = [...program.matchAll(/(?:^import [^;]*?|\bimport\(|\brequire\()["']([^"']+)["']/gm)].map(
    ([, name = '']) => name.replace(/^node:/, ''),
  );
  expect(loaded).toContain('fs');
  expect(loaded.filter((name) => !builtinModules.includes(name))).toEqual([]);
});
