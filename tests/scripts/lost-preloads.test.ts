import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const { dropLostPreloads } = await import(pathToFileURL(resolve('scripts/building/lost-preloads.mjs')).href);

test('a list of scripts to fetch ahead keeps those that were written, in order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'next-'));
  try {
    const page = join(folder, 'server', 'app', '[orgSlug]', 'page');
    const chunks = join(folder, 'static', 'chunks');
    for (const each of [page, chunks]) mkdirSync(each, { recursive: true });
    for (const file of ['a.js', 'b.css']) writeFileSync(join(chunks, file), '');
    const manifest = join(page, 'react-loadable-manifest.json');
    const filesOf = (files: string[]) => ({
      '7': { id: 7, files: files.map((file) => `static/chunks/${file}`) },
    });
    writeFileSync(manifest, JSON.stringify(filesOf(['a.js', 'lost.js', 'b.css'])));

    expect(dropLostPreloads(folder)).toBe(1);
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toEqual(filesOf(['a.js', 'b.css']));
    expect(dropLostPreloads(folder)).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
