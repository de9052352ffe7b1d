import { expect, test } from 'vitest';
import { readTableFile, textOfCell, UnusableFile } from './read-table-file';

const csv = (text: string, name = 'orders.csv') => new File([text], name);

test('reads a file with its first row as names, whatever its delimiter, and leaves out empty rows', async () => {
  expect(await readTableFile(csv('\uFEFForder id;note\n1;"a;b"\n\n;\n2;\n'))).toEqual({
    name: 'orders.csv',
    columns: ['order id', 'note'],
    rows: [
      ['1', 'a;b'],
      ['2', ''],
    ],
  });
});

test.each([
  ['order_id\n', /no rows/],
  ['', /name its columns/],
  [`n\n${'1\n'.repeat(10_001)}`, /10001 rows.*at most 10000/],
])('refuses a file without usable rows', async (text, message) => {
  const refused = readTableFile(csv(text));
  await expect(refused).rejects.toThrow(UnusableFile);
  await expect(refused).rejects.toThrow(message);
});

test('refuses what is neither text nor a spreadsheet', async () => {
  await expect(readTableFile(csv('x', 'photo.png'))).rejects.toThrow(/CSV file or a spreadsheet/);
  await expect(readTableFile(csv('not a zip', 'orders.xlsx'))).rejects.toThrow(/can't be read/);
});

test('writes cells as a person would type them', () => {
  const cells = [
    12.5,
    true,
    null,
    new Date('2026-05-01T00:00:00Z'),
    new Date('2026-05-01T09:30:00Z'),
    { formula: 'A1*2', result: 24 },
    { richText: [{ text: 'a' }, { text: 'b' }] },
    { text: 'ann@example.com', hyperlink: 'mailto:ann@example.com' },
    { error: '#N/A' as const },
  ];
  expect(cells.map((cell) => textOfCell(cell as Parameters<typeof textOfCell>[0]))).toEqual([
    '12.5',
    'true',
    '',
    '2026-05-01',
    '2026-05-01T09:30:00',
    '24',
    'ab',
    'ann@example.com',
    '#N/A',
  ]);
});
