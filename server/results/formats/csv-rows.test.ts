import { expect, test } from 'vitest';
import { rowsOfCsv } from './csv-rows';

/** Reads CSV that arrives in pieces of so many bytes. */
async function read(text: string, pieceBytes: number) {
  const bytes = Buffer.from(text);
  const batches: unknown[][] = [];
  const whole = {
    format: 'csv' as const,
    sizeBytes: bytes.length,
    async *bytes() {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    },
  };
  for await (const rows of rowsOfCsv(whole)) batches.push(rows);
  return batches;
}

test.each([
  [
    'line feeds',
    'a,b\n1,2\n3,4',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    'Windows',
    'a;b\r\n"1\r\n2";"x ""y"""\r\n\r\n;\r\n',
    [
      ['a', 'b'],
      ['1\r\n2', 'x "y"'],
      ['', ''],
    ],
  ],
  [
    'old Macs',
    'a,b\r1,ü\r',
    [
      ['a', 'b'],
      ['1', 'ü'],
    ],
  ],
  ['one column', '\ufeffa\n\nb\n', [['a'], ['b']]],
  ['nothing', '', []],
])('CSV of %s is the same however it arrives', async (_, text, rows) => {
  expect((await read(text, 1_000)).flat()).toEqual(rows);
});

test.each([64 * 1024, 1_000_000, 1000])(
  'many rows and long cells are read in pieces of %i bytes',
  async (size) => {
    const long = `x${'"y",\n'.repeat(50_000)}`;
    const rows = [
      ['n', 'text'],
      ...Array.from({ length: 5_000 }, (_, n) => [String(n), n === 7 ? long : `a\r${n}`]),
    ];
    const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join()).join('\r\n');
    const batches = await read(text, size);
    expect(batches.flat()).toEqual(rows);
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(1000);
  },
);
