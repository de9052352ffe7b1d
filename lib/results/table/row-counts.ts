const plain = new Intl.NumberFormat('en-US');

/** A count with thousands separators: `812,345`. */
export function formatCount(count: number): string {
  return plain.format(count);
}

/** `1 row`, `812,345 rows`. */
export function countRows(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;
}

/** The note for a truncated result: `First 1,000 of 812,345 rows`. */
export function truncationNote(shownRows: number | null, totalRows: number | null): string {
  if (shownRows === null) return 'Only the first part of the result is shown';
  if (totalRows === null) return `First ${countRows(shownRows)}`;
  return `First ${formatCount(shownRows)} of ${countRows(totalRows)}`;
}
