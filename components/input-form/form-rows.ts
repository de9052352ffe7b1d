/** How many of the form's six columns a field takes. */
export type Span = 2 | 3 | 6;

/**
 * Places the fields of a form two to a row, in order. A lone one between wide fields joins the row before it, or takes
 * the whole width if there is none, so that no row has a hole.
 * @param isWide whether each field needs a row of its own
 */
export function spansOf(isWide: readonly boolean[]): Span[] {
  const spans: Span[] = [];
  let narrow = 0;
  const settle = () => {
    for (let place = 0; place < narrow; place += 1) spans.push(spanAt(place, narrow));
    narrow = 0;
  };
  for (const wide of isWide) {
    if (!wide) {
      narrow += 1;
      continue;
    }
    settle();
    spans.push(6);
  }
  settle();
  return spans;
}

function spanAt(place: number, count: number): Span {
  if (count === 1) return 6;
  return count % 2 === 1 && place >= count - 3 ? 2 : 3;
}
