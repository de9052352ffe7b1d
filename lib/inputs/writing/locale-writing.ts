/** How people of a region write numbers and dates. */
export interface Writing {
  locale: string;
  decimal: '.' | ',';
  /** The order of the parts of a date that has only digits. */
  order: DateOrder;
}

export type DateOrder = 'dmy' | 'mdy' | 'ymd';

/** How programs write, whatever the person's region. */
export const programWriting: Writing = { locale: 'en-US', decimal: '.', order: 'mdy' };

/** Reads how people write from what the browser knows of their region. */
export function writingOf(locale: string): Writing {
  const number = new Intl.NumberFormat(locale).formatToParts(1.5);
  const date = new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit' });
  const order = date
    .formatToParts(new Date(Date.UTC(2026, 10, 20)))
    .map(({ type }) => ({ day: 'd', month: 'm', year: 'y' })[type as 'day' | 'month' | 'year'] ?? '')
    .join('');
  return {
    locale,
    decimal: number.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.',
    order: order === 'mdy' || order === 'ymd' ? order : 'dmy',
  };
}
