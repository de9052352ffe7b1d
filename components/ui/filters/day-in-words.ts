/** `Mon 16 Nov`, with the year if it differs from that of `today`. */
export function dayInWords(day: string, today = new Date()): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(year, month - 1, date);
  const words = moment.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
  return year === today.getFullYear() ? words.replace(',', '') : `${words.replace(',', '')} ${year}`;
}
