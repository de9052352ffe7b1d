'use client';

import { Button } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { isIsoDate } from '@/lib/inputs/iso-time';
import { today } from './today';

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
  const now = today();
  const [least, most] = [bound(minimum), bound(maximum)];
  const isOffered = (least === undefined || least <= now) && (most === undefined || now <= most);
  return (
    <>
      <DatePicker
        // Red means an error, not Sunday.
        weekendDays={[]}
        hideOutsideDates
        value={chosen}
        defaultDate={chosen ?? undefined}
        minDate={least}
        maxDate={most}
        onChange={(picked) => {
          if (picked !== null) onPick(picked);
        }}
        size="md"
        highlightToday
        firstDayOfWeek={1}
        ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
      />
      <Button variant="subtle" size="compact-sm" mt={4} disabled={!isOffered} onClick={() => onPick(now)}>
        Today
      </Button>
    </>
  );
}

function bound(text: string | undefined): string | undefined {
  const day = text?.slice(0, 10);
  return day !== undefined && plainDay.test(day) ? day : undefined;
}
