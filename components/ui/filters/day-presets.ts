import type { Preset } from './presets';

interface Days {
  since: string;
  until: string;
}

const SPANS = [
  { label: 'Today', days: 1 },
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
] as const;

/** A day in the reader's calendar, such as 2026-11-16. */
function dayBefore(today: Date, days: number): string {
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The spans of time up to today that people ask for most. */
export function dayPresets(
  { since, until }: Days,
  onChange: (days: Days) => void,
  today = new Date(),
): Preset[] {
  return SPANS.map(({ label, days }) => {
    const first = dayBefore(today, days - 1);
    const isChosen = since === first && until === '';
    return { label, isChosen, onToggle: () => onChange({ since: isChosen ? '' : first, until: '' }) };
  });
}
