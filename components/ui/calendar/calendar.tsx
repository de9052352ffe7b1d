'use client';

import { DatePicker } from '@mantine/dates';
import { isIsoDate } from '@/lib/inputs/iso-time';

interface CalendarProps {
  /** The selected day, if the text is one. */
  day: string;
  /** The type's own bounds; a calendar only supports dates with four-digit years. */
  minimum: string | undefined;
  maximum: string | undefined;
  onPick: (day: string) => void;
}

const plainDay = /^\d{4}-\d{2}-\d{2}$/;

/** A month to pick a day from. */
export default function Calendar({ day, minimum, maximum, onPick }: CalendarProps) {
  const chosen = plainDay.test(day) && isIsoDate(day) ? day : null;
  return (
    <DatePicker
      // Red means an error, not Sunday.
      weekendDays={[]}
      hideOutsideDates
      value={chosen}
      defaultDate={chosen ?? undefined}
      minDate={bound(minimum)}
      maxDate={bound(maximum)}
      onChange={(picked) => {
        if (picked !== null) onPick(picked);
      }}
      size="xs"
      firstDayOfWeek={1}
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
    />
  );
}

function bound(text: string | undefined): string | undefined {
  const day = text?.slice(0, 10);
  return day !== undefined && plainDay.test(day) ? day : undefined;
}
