'use client';

import { Button } from '@mantine/core';
import { DatePicker, type DayOfWeek } from '@mantine/dates';
import { isIsoDate } from '@/lib/inputs/iso-time';
import { personLocale } from '@/lib/results/person-locale';
import { today } from './today';

interface CalendarProps {
  /** The selected day, if the text is one. */
  day: string;
  /** The type's own bounds; a calendar only supports dates with four-digit years. */
  minimum: string | undefined;
  maximum: string | undefined;
  onPick: (day: string) => void;
}

/** What a browser knows of the weeks of a region: TypeScript doesn't declare it, and some browsers have it as a property. */
interface WeekInfo {
  firstDay?: number;
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
        highlightToday
        firstDayOfWeek={firstDayOfWeek(personLocale())}
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

/** As in the person's region, where the browser knows it; Sunday is 0. */
function firstDayOfWeek(locale: string): DayOfWeek {
  const region: Intl.Locale & { weekInfo?: WeekInfo; getWeekInfo?: () => WeekInfo } = new Intl.Locale(locale);
  const { firstDay = 1 } = region.getWeekInfo?.() ?? region.weekInfo ?? {};
  return (firstDay % 7) as DayOfWeek;
}
