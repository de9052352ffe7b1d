import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { isZip, unzipFiles } from './unzip-files';

const limits = { mostFiles: 20, mostBytes: 500_000 };
const zip = (names: readonly string[]): Uint8Array =>
  zipSync(Object.fromEntries(names.map((name) => [name, strToU8(name)])));
const namesIn = (names: readonly string[]): string[] => [...unzipFiles(zip(names)).keys()];

test('JSON and YAML files are read, and those of tools and systems are left out', () => {
  const kept = ['a.json', 'b/c.yaml', 'b/D.YML', 'd/CON.yaml'];
  const others = [
    'README.md',
    '.git/x.json',
    'node_modules/a/package.json',
    '__MACOSX/._a.json',
    'b/.x.yaml',
  ];
  expect(namesIn([...kept, ...others, 'folder.json/'])).toEqual(kept);
});

test('names of Windows, in other forms, and without a mark that they are UTF-8 are the same names', () => {
  const bytes = Buffer.from('Größe.yaml').toString('latin1');
  expect(namesIn(['a\\b.yaml', './c.yaml', 'Gro\u0308.yaml', bytes])).toEqual([
    'a/b.yaml',
    'c.yaml',
    'Gr\u00f6.yaml',
    'Größe.yaml',
  ]);
});

test.each(['../a.yaml', 'b/../../a.png', '..\\a.yaml', '/etc/a.yaml', '\\a.yaml', 'C:\\a.yaml', 'a\0.yaml'])(
  'S42 a name that leads out of the zip file refuses all of it: %j',
  (name) => {
    expect(() => namesIn(['openapi.yaml', name])).toThrow(
      'which would be outside of it, so nothing was read',
    );
  },
);

test('S42 a zip file that expands enormously is refused before it does', () => {
  const zeros = (count: number, bytes: number) =>
    zipSync(
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.json`, new Uint8Array(bytes)])),
      { level: 9 },
    );
  expect(zeros(10, 90_000).length).toBeLessThan(5000);
  expect(() => unzipFiles(zeros(10, 90_000), limits)).toThrow('more than 20 files or 0.5 MB when unpacked');
  expect(() => unzipFiles(zeros(21, 1), limits)).toThrow('more than 20 files');
});

test('S42 a file takes no more than its entry claims, and entries that share their bytes count each', () => {
  const lying = Buffer.from(zipSync({ 'a.json': new Uint8Array(90_000) }, { level: 9 }));
  lying.writeUInt32LE(10, lying.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24);
  expect(unzipFiles(lying, limits).get('a.json')?.length).toBeLessThanOrEqual(10);

  const stored = Buffer.from(
    zipSync({ 'a.json': new Uint8Array(300_000), 'b.json': new Uint8Array(1) }, { level: 0 }),
  );
  const second = stored.lastIndexOf('PK\x01\x02', undefined, 'latin1');
  const first = stored.lastIndexOf('PK\x01\x02', second - 1, 'latin1');
  // Both entries have the same 300,000 bytes, which the second one denies.
  stored.copy(stored, second + 20, first + 20, first + 24);
  stored.copy(stored, second + 42, first + 42, first + 46);
  expect(() => unzipFiles(stored, limits)).toThrow('0.5 MB when unpacked');
});

test('one name twice, a password, and damage are refused in words', () => {
  expect(() => namesIn(['a/b.yaml', 'a\\b.yaml'])).toThrow('two files named "a/b.yaml"');
  const locked = Buffer.from(zip(['a.yaml']));
  locked[6] = 1;
  expect(() => unzipFiles(locked)).toThrow('has a password');
  expect(() => unzipFiles(zip(['a.yaml']).subarray(0, 40))).toThrow('damaged');
  expect(() => namesIn(['\u202Elmay.a/../x.yaml'])).toThrow('named "lmay.a/../x.yaml"');
  expect(isZip(strToU8('PK: 1'))).toBe(false);
  expect([isZip(zip([])), isZip(zip(['a']))]).toEqual([true, true]);
});
