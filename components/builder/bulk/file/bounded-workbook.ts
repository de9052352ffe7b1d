import { bytesOf, UnusableFile } from './unusable-file';

/** The parts of a spreadsheet that have its cells. Pictures, comments, and the rest are left packed. */
const NEEDED =
  /^(_rels\/\.rels|\[Content_Types\]\.xml|xl\/(workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/sheet\d+\.xml)$/;

/** What is read into memory at once. A file of 10,000 rows with 50 columns has a quarter of it. */
export interface WorkbookLimits {
  mostBytes: number;
  mostStyleBytes: number;
  /** Cells, rows, and texts, each. */
  mostElements: number;
}

const usual: WorkbookLimits = { mostBytes: 100_000_000, mostStyleBytes: 10_000_000, mostElements: 1_000_000 };

/**
 * An .xlsx file with the parts that have its cells alone, which takes a bounded amount of memory however it was made:
 * files can expand a thousandfold, and name areas of billions of cells. Throws `UnusableFile` for one that would take more.
 */
export async function boundedWorkbook(file: File, limits: WorkbookLimits = usual): Promise<Uint8Array> {
  const { unzipSync, zipSync, strFromU8, strToU8 } = await import('fflate');
  let bytes = 0;
  const parts = unzipSync(await bytesOf(file), {
    // A part takes what its entry claims: longer content is cut there. One that isn't compressed takes what it has.
    filter: ({ name, size, originalSize }) => {
      if (!NEEDED.test(name)) return false;
      const takes = Math.max(size, originalSize);
      bytes += takes;
      if (bytes > limits.mostBytes || (name === 'xl/styles.xml' && takes > limits.mostStyleBytes))
        throw tooLarge(limits);
      return true;
    },
  });
  for (const [name, part] of Object.entries(parts)) {
    const text = strFromU8(part);
    refuseMany(text, limits);
    // Names of areas are listed cell by cell when they are read, and aren't needed.
    if (name === 'xl/workbook.xml')
      parts[name] = strToU8(text.replace(/<(\w+:)?definedNames>[\s\S]*<\/\1definedNames>/, ''));
  }
  return zipSync(parts, { level: 0 });
}

function refuseMany(text: string, limits: WorkbookLimits): void {
  let elements = 0;
  for (const _ of text.matchAll(/<(?:\w+:)?(?:c|row|si)[\s/>]/g)) {
    elements += 1;
    if (elements > limits.mostElements) throw tooLarge(limits);
  }
  let merged = 0;
  for (const [, area = ''] of text.matchAll(/<(?:\w+:)?mergeCell\s[^>]*?ref="([^"]*)"/g)) {
    merged += cellsOf(area);
    if (merged > limits.mostElements) {
      throw new UnusableFile(
        `The spreadsheet merges ${area}, which is too many cells to read. Split them, and save the file again.`,
      );
    }
  }
}

/** The number of cells in an area such as `A2:C10`. */
function cellsOf(area: string): number {
  const [, left = 'A', top = '1', right = left, bottom = top] =
    /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(area) ?? [];
  return (columnOf(right) - columnOf(left) + 1) * (Number(bottom) - Number(top) + 1);
}

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);

const tooLarge = ({ mostBytes, mostElements }: WorkbookLimits): UnusableFile =>
  new UnusableFile(
    `The spreadsheet has more than ${mostElements.toLocaleString('en')} cells or ${mostBytes / 1_000_000} MB when unpacked. Keep only the rows to run, or save them as CSV.`,
  );
