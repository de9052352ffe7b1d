const dayMs = 86_400_000;
const start = Date.UTC(1900, 0, 1);
const ticksPerSecond = 10_000_000;

/** A time of day from ticks of 100 nanoseconds: `14:02:11.5`, without zeros at the end of the fraction. */
export function timeText(ticks: number): string {
  const seconds = Math.floor(ticks / ticksPerSecond);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const fraction = String(ticks % ticksPerSecond)
    .padStart(7, '0')
    .replace(/0+$/, '');
  const time = `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  return fraction === '' ? time : `${time}.${fraction}`;
}

/** A date, from its days after 1900-01-01, with a time of day unless `ticks` is null. */
export function momentText(days: number, ticks: number | null): string {
  const date = new Date(start + days * dayMs).toISOString().slice(0, 10);
  return ticks === null ? date : `${date}T${timeText(ticks)}`;
}
