/** How many columns a form has. */
export const COLUMNS = 12;

/** Where a field goes: how many of the twelve columns it takes, and whether it starts a row. */
export interface Place {
  span: number;
  startsRow: boolean;
}

/** What decides where a field goes. */
export interface FieldWidth {
  /** Whether it needs a row of its own, if no width was chosen. */
  isWide: boolean;
  /** The width that an engineer chose, in columns; null for one that fits the row. */
  span: number | null;
  /** Whether an engineer made it start a row. */
  breaksLine: boolean;
}

/** A field without a chosen width shares a row with others as long as each gets this many columns. */
const NARROWEST = 4;

/**
 * Places the fields of a form in order, row by row. Without chosen widths they stand two to a row, and the third of an
 * odd number joins the last two; a lone one takes half of its row. Next to fields with a chosen width, the others share
 * what their row has left.
 */
export function placesOf(fields: readonly FieldWidth[]): Place[] {
  return linesOf(fields).flatMap((line) =>
    (line.some(({ span }) => span !== null) ? sharedRows(line) : evenRows(line)).flatMap((row) =>
      row.map((span, index) => ({ span, startsRow: index === 0 })),
    ),
  );
}

/** The fields, cut where one starts a new line. */
function linesOf(fields: readonly FieldWidth[]): FieldWidth[][] {
  const lines: FieldWidth[][] = [];
  for (const field of fields) {
    const line = lines.at(-1);
    if (line === undefined || field.breaksLine) lines.push([field]);
    else line.push(field);
  }
  return lines;
}

/**
 * Puts two fields in a row, or three in the last row if their number is odd. A wide field has a row of its own. A single
 * narrow field takes half a row.
 */
function evenRows(line: readonly FieldWidth[]): number[][] {
  const rows: number[][] = [];
  let narrow = 0;
  const settle = () => {
    for (let left = narrow; left > 0; left -= left === 3 ? 3 : 2) {
      rows.push(left === 3 ? [4, 4, 4] : [6, 6].slice(0, left));
    }
    narrow = 0;
  };
  for (const { isWide } of line) {
    if (!isWide) {
      narrow += 1;
      continue;
    }
    settle();
    rows.push([COLUMNS]);
  }
  settle();
  return rows;
}

/** As many fields to a row as fit; those without a chosen width share what is left of it. */
function sharedRows(line: readonly FieldWidth[]): number[][] {
  const rows: FieldWidth[][] = [];
  let taken = 0;
  for (const field of line) {
    const least = leastOf(field);
    const row = rows.at(-1);
    if (row === undefined || taken + least > COLUMNS) {
      rows.push([field]);
      taken = least;
    } else {
      row.push(field);
      taken += least;
    }
  }
  return rows.map(shareRow);
}

const leastOf = ({ span, isWide }: FieldWidth): number => span ?? (isWide ? COLUMNS : NARROWEST);

function shareRow(row: readonly FieldWidth[]): number[] {
  const chosen = row.reduce((sum, { span }) => sum + (span ?? 0), 0);
  let flexible = row.filter(({ span }) => span === null).length;
  let left = COLUMNS - chosen;
  return row.map(({ span }) => {
    if (span !== null) return span;
    const share = Math.ceil(left / flexible);
    left -= share;
    flexible -= 1;
    return share;
  });
}
