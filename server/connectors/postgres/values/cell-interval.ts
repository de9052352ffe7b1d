const postgresStyle =
  /^(?:([+-]?\d+) years?)? ?(?:([+-]?\d+) mons?)? ?(?:([+-]?\d+) days?)? ?(?:([+-]?)(\d+):(\d\d):(\d\d(?:\.\d+)?))?$/;

/** Converts `1 year 2 mons -3 days +04:05:06.5` to ISO 8601, in the form of the server's own ISO style. */
export function readInterval(text: string): string {
  const match = postgresStyle.exec(text);
  if (match === null || text === '') return text;
  const sign = match[4] === '-' ? '-' : '';
  const date = part(match[1], 'Y') + part(match[2], 'M') + part(match[3], 'D');
  const time =
    part(sign + (match[5] ?? '0'), 'H') +
    part(sign + (match[6] ?? '0'), 'M') +
    part(sign + (match[7] ?? '0'), 'S');
  if (date === '' && time === '') return 'PT0S';
  return `P${date}${time === '' ? '' : `T${time}`}`;
}

/** A count with its letter; empty for a count of zero. */
function part(count: string | undefined, letter: string): string {
  if (count === undefined || !/[1-9]/.test(count)) return '';
  return `${count.replace(/^([+-]?)0+(?=\d)/, '$1').replace('+', '')}${letter}`;
}
