'use client';

import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { CalendarButton } from '@/components/ui/calendar/calendar-button';
import { useTappedCalendar } from '@/components/ui/calendar/use-tapped-calendar';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { adjustDay, isIsoDate } from '@/lib/inputs/iso-time';
import { meantBy } from '@/lib/inputs/writing/read-text';
import { cellText } from '@/lib/results/table/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';
import styles from './controls.module.css';

interface MomentInputProps {
  control: ControlProps;
  /** The format, shown while it is empty. */
  shape: string;
  /** Inserts a picked day into the text. If absent, the input has no calendar. */
  withDay?: (text: string, day: string) => string;
  /** The time in the text, for an input whose calendar also picks one. */
  time?: string;
  /** Inserts a picked time into the text. */
  withTime?: (text: string, time: string, today: string) => string;
}

/**
 * Text for a date or time: any value of the type can be typed (`infinity`, five-digit years, any zone), and the
 * calendar only helps. What was written as people write, such as `11/20/2026`, becomes what it means when the field is left.
 */
export function MomentInput({ control, shape, withDay, time, withTime }: MomentInputProps) {
  const { input, value, isInvalid, onChange, onBlur } = control;
  const text = cellText(value ?? null);
  const lastDate = useRef('');
  const field = useRef<HTMLInputElement>(null);
  const { fieldProps, calendarProps } = useTappedCalendar(field);
  if (isIsoDate(text.slice(0, 10))) lastDate.current = text;
  const { minimum, maximum } = input.type.constraints;
  return (
    <TextInput
      ref={field}
      {...(withDay !== undefined && fieldProps)}
      {...stateAttributes(control)}
      classNames={{ input: styles.machine }}
      error={isInvalid}
      placeholder={placeholderOf(control) ?? shape}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      onBlur={() => {
        const meant = meantBy(input.type, text, navigator.language) ?? text.trim();
        const adjusted = withDay === undefined ? null : adjustDay(meant, lastDate.current);
        if (adjusted !== null) toast.info('Warning! The date was adjusted to be valid.');
        const settled = adjusted ?? meant;
        if (settled !== text) onChange(settled || undefined);
        onBlur();
      }}
      autoComplete="off"
      rightSection={
        withDay !== undefined && (
          <CalendarButton
            day={text.slice(0, 10)}
            minimum={typeof minimum === 'string' ? minimum : undefined}
            maximum={typeof maximum === 'string' ? maximum : undefined}
            onPick={(day) => onChange(withDay(text, day))}
            {...calendarProps}
            time={time}
            onPickTime={
              withTime === undefined ? undefined : (picked, today) => onChange(withTime(text, picked, today))
            }
          />
        )
      }
    />
  );
}
