'use client';

import { ActionIcon, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Fetched, fetchedPart } from '@/components/ui/fetched-part';
import { toast } from '@/components/ui/toasts';
import { adjustDay, isIsoDate } from '@/lib/inputs/iso-time';
import { cellText } from '@/lib/runs/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';
import styles from './controls.module.css';

/** The calendar is fetched when one first comes near it. */
const calendarPopover = fetchedPart(() => import('./calendar-popover'));

interface MomentInputProps {
  control: ControlProps;
  /** How it is written, shown while it is empty. */
  shape: string;
  /** Puts a picked day into the text; without it there is no calendar. */
  withDay?: (text: string, day: string) => string;
}

/**
 * Text for a date or time: every moment that the type can hold may be written (`infinity`, years of five
 * digits, any zone), and the calendar is a help beside it.
 */
export function MomentInput({ control, shape, withDay }: MomentInputProps) {
  const { input, value, isInvalid, onChange, onBlur } = control;
  const [hasCalendar, setHasCalendar] = useState(false);
  const text = cellText(value ?? null);
  const lastDate = useRef('');
  if (isIsoDate(text.slice(0, 10))) lastDate.current = text;
  const { minimum, maximum } = input.type.constraints;
  const calendarButton = (
    <ActionIcon
      size={28}
      aria-label="Open the calendar"
      onPointerEnter={calendarPopover.prepare}
      onFocus={calendarPopover.prepare}
      onClick={() => setHasCalendar(true)}
    >
      <IconCalendar size={16} stroke={1.75} />
    </ActionIcon>
  );
  return (
    <TextInput
      {...stateAttributes(control)}
      classNames={{ input: styles.machine }}
      error={isInvalid}
      placeholder={placeholderOf(control) ?? shape}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      onBlur={() => {
        const adjusted = withDay === undefined ? null : adjustDay(text.trim(), lastDate.current);
        if (adjusted !== null) toast.info('Warning! The date was adjusted to be valid.');
        const settled = adjusted ?? text.trim();
        if (settled !== text) onChange(settled || undefined);
        onBlur();
      }}
      autoComplete="off"
      rightSection={
        withDay !== undefined &&
        (hasCalendar ? (
          <Fetched
            part={calendarPopover}
            props={{
              day: text.slice(0, 10),
              minimum: typeof minimum === 'string' ? minimum : undefined,
              maximum: typeof maximum === 'string' ? maximum : undefined,
              onPick: (day: string) => onChange(withDay(text, day)),
            }}
            fallback={calendarButton}
          />
        ) : (
          calendarButton
        ))
      }
    />
  );
}
