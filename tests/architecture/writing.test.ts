import { describe, expect, it } from 'vitest';
import { filesIn, textOf } from './source-files';

const FOLDERS = ['app', 'cli', 'components', 'jobs', 'lib', 'scripts', 'server', 'tests', 'prisma'];
const sources = filesIn(FOLDERS, ['.ts', '.tsx', '.mjs']).filter(
  (file) => file !== 'tests/architecture/writing.test.ts',
);

function filesWith(pattern: RegExp, among: readonly string[] = sources): string[] {
  return among.filter((file) => pattern.test(textOf(file)));
}

describe('how the code is written', () => {
  it('sees the sources', () => {
    expect(sources.length).toBeGreaterThan(100);
  });

  it('no file is longer than 500 lines', () => {
    expect(sources.filter((file) => textOf(file).split('\n').length > 500)).toEqual([]);
  });

  it('no code is left for later, silenced, skipped, or focused', () => {
    expect(filesWith(/\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)|biome-ignore|\.(skip|only|todo)\(/)).toEqual(
      [],
    );
  });

  it('no file only re-exports others', () => {
    expect(sources.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
  });

  it('only server/base/env.ts reads the environment of the application', () => {
    const application = sources.filter((file) => /^(app|components|jobs|lib|server)\//.test(file));
    expect(filesWith(/process\.env/, application)).toEqual(['server/base/env.ts']);
  });
});
