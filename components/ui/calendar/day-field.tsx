'use client';

import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { isIsoDate } from '@/lib/inputs/iso-time';
import { CalendarButton } from './calendar-button';
import { dayProblem } from './day-problem';
import { useTappedCalendar } from './use-tapped-calendar';

interface DayFieldProps {
  label: string;
  className?: string | undefined;
  /** A date in the reader's calendar, such as 2026-11-16. */
  day: string;
  minimum?: string | undefined;
  maximum?: string | undefined;
  /** Whether it is in a popover. */
  isInPopover?: boolean;
  onChange: (day: string) => void;
}

/** A date filter of a list: typed as ISO 8601, or picked. An incomplete date changes nothing. */
export function DayField(props: DayFieldProps) {
  const { label, className, day, minimum, maximum, isInPopover, onChange } = props;
  const [draft, setDraft] = useState<{ text: string; of: string }>({ text: day, of: day });
  const field = useRef<HTMLInputElement>(null);
  const { fieldProps, calendarProps } = useTappedCalendar(field);
  const [isLeft, setLeft] = useState(false);
  // If the date is removed from outside, by "Clear" or the back button, the text is cleared too.
  const text = draft.of === day ? draft.text : day;
  const wrong = isLeft ? dayProblem(text, minimum, maximum) : null;
  const write = (next: string) => {
    const isDay = next === '' || (isIsoDate(next) && dayProblem(next, minimum, maximum) === null);
    setDraft({ text: next, of: isDay ? next : day });
    setLeft(false);
    if (isDay && next !== day) onChange(next);
  };
  return (
    <TextInput
      ref={field}
      {...fieldProps}
      className={className}
      label={label}
      placeholder="YYYY-MM-DD"
      autoComplete="off"
      value={text}
      error={wrong}
      onChange={(event) => write(event.currentTarget.value.trim())}
      onBlur={() => setLeft(true)}
      rightSection={
        <CalendarButton
          day={text}
          minimum={minimum}
          maximum={maximum}
          isInPopover={isInPopover}
          onPick={write}
          {...calendarProps}
        />
      }
    />
  );
}
