import excel from 'exceljs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { boundedWorkbook } from './bounded-workbook';
import { readTableFile } from './read-table-file';

/** A workbook with an id in its first cell and 7 below, whose parts are changed like this. */
async function workbook(change: (parts: Record<string, Uint8Array>) => void): Promise<File> {
  const book = new excel.Workbook();
  book.addWorksheet('Rows').addRows([['id'], [7]]);
  const parts = unzipSync(new Uint8Array(await book.xlsx.writeBuffer()));
  change(parts);
  return new File([new Uint8Array(zipSync(parts, { level: 9 }))], 'rows.xlsx');
}

/** The same with its sheet's XML changed. */
const withSheet = (change: (xml: string) => string): Promise<File> =>
  workbook((parts) => {
    const name = 'xl/worksheets/sheet1.xml';
    parts[name] = strToU8(change(strFromU8(parts[name] ?? new Uint8Array())));
  });

const limits = { mostBytes: 200_000, mostStyleBytes: 100_000, mostElements: 1_000 };
const cells = (count: number): string => `<row r="9">${'<c r="A9"/>'.repeat(count)}</row></sheetData>`;

test('a spreadsheet that expands enormously is refused before it does', async () => {
  const bomb = await withSheet((xml) => xml + ' '.repeat(300_000));
  expect(bomb.size).toBeLessThan(20_000);
  await expect(boundedWorkbook(bomb, limits)).rejects.toThrow(
    'more than 1,000 cells or 0.2 MB when unpacked',
  );
  const styles = await workbook((parts) => {
    parts['xl/styles.xml'] = new Uint8Array(150_000);
  });
  await expect(boundedWorkbook(styles, limits)).rejects.toThrow('when unpacked');
});

test('what has no cells is left packed, however large', async () => {
  const picture = await workbook((parts) => {
    parts['xl/media/image1.png'] = new Uint8Array(10_000_000);
  });
  expect((await boundedWorkbook(picture, limits)).length).toBeLessThan(limits.mostBytes);
  expect((await readTableFile(picture)).rows).toEqual([['7']]);
});

test('a part takes no more than its entry claims', async () => {
  const bytes = Buffer.from(await (await withSheet((xml) => xml + ' '.repeat(300_000))).arrayBuffer());
  const name = bytes.lastIndexOf('xl/worksheets/sheet1.xml', undefined, 'latin1');
  bytes.writeUInt32LE(300, name - 46 + 24);
  expect((await boundedWorkbook(new File([bytes], 'rows.xlsx'), limits)).length).toBeLessThan(
    limits.mostBytes,
  );
  await expect(readTableFile(new File([bytes], 'rows.xlsx'))).rejects.toThrow("can't be read");
});

test('too many cells, and merged areas of billions of cells, are refused in words', async () => {
  const many = await withSheet((xml) => xml.replace('</sheetData>', cells(1_001)));
  await expect(boundedWorkbook(many, limits)).rejects.toThrow('more than 1,000 cells');
  const merged = await withSheet((xml) =>
    xml.replace('</sheetData>', '</sheetData><mergeCells><mergeCell ref="A3:XFD1048576"/></mergeCells>'),
  );
  await expect(readTableFile(merged)).rejects.toThrow('merges A3:XFD1048576, which is too many cells');
});

test('one cell far to the right of many rows is refused in words', async () => {
  const rows = Array.from(
    { length: 200 },
    (_, at) => `<row r="${at + 3}"><c r="A${at + 3}"><v>1</v></c></row>`,
  );
  const wide = await withSheet((xml) =>
    xml.replace('</sheetData>', `${rows.join('')}<row r="900"><c r="XFD900"><v>1</v></c></row></sheetData>`),
  );
  await expect(readTableFile(wide)).rejects.toThrow(
    'The sheet has 203 rows, and reaches to its column 16,384.',
  );
});

test('names and checks of whole columns are not listed cell by cell', async () => {
  const named = await workbook((parts) => {
    const change = (name: string, from: string, to: string): void => {
      parts[name] = strToU8(strFromU8(parts[name] ?? new Uint8Array()).replace(from, to));
    };
    change(
      'xl/workbook.xml',
      '</sheets>',
      '</sheets><definedNames><definedName name="all">Rows!$A$1:$XFD$1048576</definedName></definedNames>',
    );
    change(
      'xl/worksheets/sheet1.xml',
      '</sheetData>',
      '</sheetData><dataValidations count="1"><dataValidation type="whole" sqref="A1:XFD1048576"><formula1>1</formula1></dataValidation></dataValidations>',
    );
  });
  expect((await readTableFile(named)).rows).toEqual([['7']]);
});
