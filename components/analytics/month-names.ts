const long = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** A month below its bar, and in full. */
export function monthNames(month: string): { label: string; name: string } {
  const startMs = Date.parse(`${month}-01`);
  return { label: short.format(startMs), name: long.format(startMs) };
}
