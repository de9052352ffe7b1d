'use client';

import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { timeIn, withDay, withTime } from '@/components/input-form/state/date-time-text';
import { CalendarButton } from '@/components/ui/calendar/calendar-button';
import { useTappedCalendar } from '@/components/ui/calendar/use-tapped-calendar';

interface MomentFieldProps {
  label: string;
  /** As it is typed. */
  text: string;
  onChange: (text: string) => void;
}

/** The moment that a text means by the reader's clocks; null if it means none. */
export function momentOf(text: string): string | null {
  const atMs = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString();
}

const shown = (moment: string): string => moment.slice(0, 16).replace('T', ' ');

/** A date with a time by the reader's clocks, typed as ISO 8601 or picked. */
export function MomentField({ label, text, onChange }: MomentFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const { fieldProps, calendarProps } = useTappedCalendar(field);
  const [isLeft, setLeft] = useState(false);
  return (
    <TextInput
      ref={field}
      {...fieldProps}
      label={label}
      placeholder="YYYY-MM-DD hh:mm"
      autoComplete="off"
      value={text}
      error={isLeft && text !== '' && momentOf(text) === null && 'Write it as 2026-11-20 09:00.'}
      onChange={(event) => {
        setLeft(false);
        onChange(event.currentTarget.value);
      }}
      onBlur={() => setLeft(true)}
      rightSection={
        <CalendarButton
          day={text.slice(0, 10)}
          onPick={(day) => onChange(shown(withDay(text, day)))}
          time={timeIn(text)}
          onPickTime={(time, today) => onChange(shown(withTime(text, time, today)))}
          {...calendarProps}
        />
      }
    />
  );
}
