import { exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';

// The parts of SpreadsheetML (ECMA-376, part 1, §18) that a table needs.

/** Excel would round a number with more digits, so it is written as text. */
const EXACT_DIGITS = 15;
/** The longest cell (Excel specifications and limits). */
const CELL_CHARS = 32_767;

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A text that needs no escapes, and whose spaces can't be taken for layout. */
const PLAIN =
  /^[!-%'-;=?-\ud7ff\ue000-\ufffd](?:[\x20-%'-;=?-\ud7ff\ue000-\ufffd]*[!-%'-;=?-\ud7ff\ue000-\ufffd])?$/;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** XML 1.0 has no control characters; spreadsheets write them, and text that looks like an escape, as `_xHHHH_`. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
    .replace(/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, (sign) => {
      return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
    });
}

/** A text cell is never evaluated, even if it begins like a formula. */
function textCell(text: string, place: string): string {
  if (text.length <= CELL_CHARS && PLAIN.test(text) && !text.includes('_x')) {
    return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  }
  const fitting = text.length <= CELL_CHARS ? text : `${text.slice(0, CELL_CHARS - 1)}…`;
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(fitting)}</t></is></c>`;
}

function isExactNumber(text: string): boolean {
  if (text.length > EXACT_DIGITS + 2 || !NUMBER.test(text)) return false;
  return text.length <= EXACT_DIGITS || text.replace(/[-.]/g, '').length <= EXACT_DIGITS;
}

function cellXml(cell: JsonValue, place: string): string {
  switch (typeof cell) {
    case 'string':
      return isExactNumber(cell) ? `<c r="${place}"><v>${cell}</v></c>` : textCell(cell, place);
    case 'number':
      return `<c r="${place}"><v>${cell}</v></c>`;
    case 'boolean':
      return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    default:
      return cell === null ? '' : textCell(exactJson(cell), place);
  }
}

/** The letters of a column: A, B, … Z, AA, … */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

function rowXml(columns: readonly string[], cells: readonly JsonValue[], number: number): string {
  const row = String(number);
  let xml = `<row r="${row}">`;
  for (let i = 0; i < cells.length; i += 1)
    xml += cellXml(cells[i] ?? null, (columns[i] ?? columnName(i)) + row);
  return `${xml}</row>`;
}

/** A sheet with a frozen heading. */
export async function* sheetXml(
  heading: readonly string[],
  batches: AsyncIterable<JsonValue[][]>,
): AsyncGenerator<string> {
  const columns = heading.map((_, index) => columnName(index));
  let number = 1;
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
  const title = heading.map((name, index) => textCell(name, `${columns[index]}1`)).join('');
  yield `<row r="1">${title}</row>`;
  for await (const rows of batches) {
    let xml = '';
    for (const cells of rows) {
      number += 1;
      xml += rowXml(columns, cells, number);
    }
    yield xml;
  }
  yield '</sheetData></worksheet>';
}

/** The files that, with `xl/worksheets/sheet1.xml` and so on, make a workbook. */
export function workbookFiles(sheets: number): { name: string; text: string }[] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const override = (part: string, type: string) =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  return [
    {
      name: '[Content_Types].xml',
      text: `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('/xl/workbook.xml', 'sheet.main')}${numbers.map((number) => override(`/xl/worksheets/sheet${number}.xml`, 'worksheet')).join('')}</Types>`,
    },
    {
      name: '_rels/.rels',
      text: relations(
        `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/>`,
      ),
    },
    {
      name: 'xl/workbook.xml',
      text: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${numbers
        .map((number) => `<sheet name="Result ${number}" sheetId="${number}" r:id="rId${number}"/>`)
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: relations(
        numbers
          .map(
            (number) =>
              `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
          )
          .join(''),
      ),
    },
  ];
}

const relations = (inside: string): string =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
