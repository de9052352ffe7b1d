import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { sheetXml, workbookFiles } from '@/server/results/formats/spreadsheet-xml';
import { type ZippedFile, zipOf } from '@/server/results/formats/zip';

async function* batchesOf(rows: JsonValue[][]): AsyncGenerator<JsonValue[][]> {
  yield rows;
}

async function* filesOf(heading: string[], rows: JsonValue[][]): AsyncGenerator<ZippedFile> {
  yield { name: 'xl/worksheets/sheet1.xml', chunks: sheetXml(heading, batchesOf(rows)) };
  for (const { name, text } of workbookFiles(1)) {
    yield {
      name,
      chunks: (async function* () {
        yield text;
      })(),
    };
  }
}

/** The cells of a column as a spreadsheet library reads them, without the heading. */
async function readBack(cells: JsonValue[]): Promise<unknown[]> {
  const chunks: Buffer[] = [];
  const rows = cells.map((cell) => [cell]);
  for await (const chunk of zipOf(filesOf(['c'], rows))) chunks.push(Buffer.from(chunk));
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(new Uint8Array(Buffer.concat(chunks)).buffer);
  return cells.map((_, index) => workbook.worksheets[0]?.getCell(index + 2, 1).value);
}

async function xmlOf(cell: JsonValue): Promise<string> {
  let xml = '';
  for await (const piece of sheetXml(['c'], batchesOf([[cell]]))) xml += piece;
  return /<row r="2">(.*)<\/row>/su.exec(xml)?.[1] ?? '';
}

describe('cells of a spreadsheet', () => {
  it('are read back as they were written, whatever the text contains', async () => {
    const texts = [
      'plain',
      'a, b',
      ' before',
      'after ',
      ' ',
      'two  spaces',
      'a & b',
      '<b>&amp;</b>',
      'a > b',
      'line\nline',
      'tab\there',
      '🙂',
      'שלום',
      '\u{fffd}',
      '=1+1',
      '-',
      '2026-01-01',
      '007',
      '1e5',
      '12345678901234567',
      '-1234567890.123456',
    ];
    expect(await readBack(texts)).toEqual(texts);
    expect(await readBack(['0', '-0.5', '123456789012345', '-12345678901.2345', 7, true])).toEqual([
      0,
      -0.5,
      123456789012345,
      -12345678901.2345,
      7,
      true,
    ]);
  });

  it('keep leading and trailing spaces', async () => {
    expect(await xmlOf('a b')).toContain('<t>a b</t>');
    for (const text of [' a', 'a ', 'a\nb', 'a\tb']) {
      expect(await xmlOf(text)).toContain(`<t xml:space="preserve">${text}</t>`);
    }
  });

  it('contain no character that XML forbids, and no text that reads as an escaped one', async () => {
    expect(await xmlOf('a\rb')).toContain('>a_x000D_b<');
    expect(await xmlOf('a\u0001b')).toContain('>a_x0001_b<');
    expect(await xmlOf('a\ufffeb')).toContain('>a_xFFFE_b<');
    expect(await xmlOf('a\ud800b')).toContain('>a_xD800_b<');
    expect(await xmlOf('a_x000D_b')).toContain('>a_x005F_x000D_b<');
    expect(await xmlOf('order_xyz')).toContain('>order_xyz<');
  });
});
