import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { exitCodeIn, unpackArtifact } from './unpack-artifact';

const limits = { mostFiles: 20, largestFileBytes: 100_000, mostBytes: 500_000 };
const zeros = (count: number, bytes: number): Record<string, Uint8Array> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`0/output/${at}`, new Uint8Array(bytes)]));

describe('S36 an artifact of a workflow', () => {
  test('is read as it is', () => {
    const files = unpackArtifact(zipSync({ '0/outcome.json': strToU8('{"exit_code":0}') }));
    expect(files.get('0/outcome.json')?.toString()).toBe('{"exit_code":0}');
  });

  test('that expands enormously is refused, and a single file that is too large is left out', () => {
    const bomb = zipSync(zeros(10, 90_000), { level: 9 });
    expect(bomb.length).toBeLessThan(5000);
    expect(() => unpackArtifact(bomb, limits)).toThrow('more than 20 files or 0.5 MB');
    expect(() => unpackArtifact(zipSync(zeros(21, 1)), limits)).toThrow('more than 20 files');
    expect([
      ...unpackArtifact(zipSync({ ...zeros(1, 200_000), small: strToU8('x') }), limits).keys(),
    ]).toEqual(['small']);
  });

  test('that lies about its size takes no more than it claims', () => {
    const lying = Buffer.from(zipSync(zeros(1, 90_000), { level: 9 }));
    const directory = lying.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
    lying.writeUInt32LE(10, directory + 24);
    const read = (): number =>
      [...unpackArtifact(lying, limits).values()].reduce((sum, { length }) => sum + length, 0);
    let bytes = 0;
    try {
      bytes = read();
    } catch (error) {
      expect(String(error)).toContain('damaged');
    }
    expect(bytes).toBeLessThanOrEqual(10);
  });

  test.each(['../../etc/passwd', '/etc/passwd', 'C:\\CON', 'NUL', 'a\0b', '\u202Efdp.exe', 'x'.repeat(5000)])(
    'keeps the name %j as a name',
    (name) => {
      const zip = zipSync(Object.fromEntries([[name, strToU8('x')]]));
      expect([...unpackArtifact(zip).keys()]).toEqual([name]);
    },
  );

  test.each([
    ['nothing', ''],
    ['text', 'not a zip file'],
    ['a cut one', 'PK\x03\x04'],
  ])('%s is said to be damaged', (_, text) => {
    expect(() => unpackArtifact(strToU8(text))).toThrow('damaged');
  });

  test.each(['', '[]', '{"exit_code":"0"}', '{"exit_code":1e400}', '{'])(
    'an outcome that the workflow did not write is said to be damaged: %s',
    (text) => {
      expect(() => exitCodeIn(Buffer.from(text))).toThrow('damaged');
    },
  );
});
