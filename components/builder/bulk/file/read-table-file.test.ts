import excel, { type Worksheet } from 'exceljs';
import { expect, test } from 'vitest';
import { textOfCell } from './read-sheet';
import { readTableFile } from './read-table-file';
import { UnusableFile } from './unusable-file';

const csv = (text: string, name = 'orders.csv') => new File([text], name);

test('reads a file with its first row as names, whatever its delimiter, and leaves out empty rows', async () => {
  expect(await readTableFile(csv('\uFEFForder id;note\n1;"a;b"\n\n;\n2;\n'))).toEqual({
    name: 'orders.csv',
    columns: ['order id', 'note'],
    rows: [
      ['1', 'a;b'],
      ['2', ''],
    ],
    numbers: [2, 5],
    notes: ['1 row without values was left out.'],
    charset: { name: 'utf-8', isSure: true },
    faults: new Map(),
  });
});

test('reads the letters of a file by its mark, and otherwise by a guess that can be changed', async () => {
  const marked = new File([Buffer.from('\ufeffname\nMüller\n', 'utf16le')], 'a.csv');
  expect(await readTableFile(marked)).toMatchObject({
    rows: [['Müller']],
    charset: { name: 'utf-16le', isSure: true },
  });
  const latin = new File([Buffer.from('name\nM\xfcller\n', 'latin1')], 'a.csv');
  expect(await readTableFile(latin)).toMatchObject({
    rows: [['Müller']],
    charset: { name: 'windows-1252', isSure: false },
  });
  expect((await readTableFile(latin, 'windows-1251')).rows).toEqual([['Mьller']]);
});

/** A workbook as a file, with sheets that are filled like this. */
async function workbook(...sheets: ((sheet: Worksheet) => void)[]): Promise<File> {
  const book = new excel.Workbook();
  for (const [at, fill] of sheets.entries()) fill(book.addWorksheet(`Sheet ${at + 1}`));
  return new File([await book.xlsx.writeBuffer()], 'rows.xlsx');
}

test('reads the first sheet that is visible, and says which others it leaves out', async () => {
  const file = await workbook(
    (sheet) => {
      sheet.state = 'hidden';
      sheet.addRows([['secret'], [1]]);
    },
    (sheet) => sheet.addRows([['id'], [7]]),
    (sheet) => sheet.addRows([['other'], [8]]),
  );
  expect(await readTableFile(file)).toMatchObject({
    columns: ['id'],
    rows: [['7']],
    notes: ['Only the sheet “Sheet 2” is read. Left out: “Sheet 1”, which is hidden; “Sheet 3”.'],
  });
  const hidden = await workbook((sheet) => {
    sheet.state = 'veryHidden';
    sheet.addRows([['id'], [1]]);
  });
  await expect(readTableFile(hidden)).rejects.toThrow(/Every sheet with content is hidden/);
});

test('merged cells make no rows of their own, and count for the rows that they span', async () => {
  const file = await workbook((sheet) => {
    sheet.addRows([
      ['order', 'item', 'note'],
      [1, 'a', 'x'],
      [null, 'b'],
      [2, 'c', 'z'],
      [null, null],
    ]);
    sheet.mergeCells('A2:A3');
    sheet.mergeCells('B4:C4');
    sheet.mergeCells('A4:A5');
  });
  expect(await readTableFile(file)).toMatchObject({
    rows: [
      ['1', 'a', 'x'],
      ['1', 'b', ''],
      ['2', 'c', ''],
    ],
    notes: ['Merged cells count for each row that they span.'],
  });
});

test('says of a column why its cells are not what a person sees', async () => {
  const file = await workbook((sheet) => {
    sheet.addRows([
      ['id', 'lookup', 'sum', 'zip', 'share'],
      [12345678901234568, { error: '#N/A' }, { formula: 'A1' }, 7, 0.1 + 0.2],
    ]);
    sheet.getCell('D2').numFmt = '00000';
  });
  const { rows, faults } = await readTableFile(file);
  expect(rows[0]?.slice(3)).toEqual(['00007', '0.3']);
  expect([...(faults ?? [])]).toEqual([
    [0, expect.stringMatching(/^Cell A2 has a number of more than 15 digits/)],
    [1, expect.stringMatching(/^Cell B2 has the error #N\/A\. Correct it/)],
    [2, expect.stringMatching(/^Cell C2 has a formula whose result/)],
  ]);
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
  await expect(readTableFile(csv('PK\x03\x04\0\0', 'orders.csv'))).rejects.toThrow(/not text/);
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

test.each(['orders.csv', 'orders.xlsx'])(
  '%s that was changed after it was chosen has to be chosen again',
  async (name) => {
    const file = new File(['a'], name);
    file.arrayBuffer = () => Promise.reject(new DOMException('It was changed', 'NotReadableError'));
    await expect(readTableFile(file)).rejects.toThrow(
      new UnusableFile(
        `“${name}” can't be read. It may have been changed, moved, or deleted after it was chosen. Choose it again.`,
      ),
    );
  },
);
