'use client';

import { ActionIcon, Popover, Skeleton, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { cellText } from '@/lib/runs/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';
import styles from './controls.module.css';

/** The calendar is fetched when one is first opened. */
const Calendar = dynamic(() => import('./calendar'), {
  ssr: false,
  loading: () => <Skeleton width={252} height={268} />,
});

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
  const [isOpen, setOpen] = useState(false);
  const text = cellText(value ?? null);
  const { minimum, maximum } = input.type.constraints;
  return (
    <TextInput
      {...stateAttributes(control)}
      classNames={{ input: styles.machine }}
      error={isInvalid}
      placeholder={placeholderOf(control) ?? shape}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      onBlur={() => {
        if (text !== text.trim()) onChange(text.trim() || undefined);
        onBlur();
      }}
      autoComplete="off"
      rightSection={
        withDay !== undefined && (
          <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
            <Popover.Target>
              <ActionIcon size={28} aria-label="Open the calendar" onClick={() => setOpen((open) => !open)}>
                <IconCalendar size={16} stroke={1.75} />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown aria-label="Calendar">
              <Calendar
                day={text.slice(0, 10)}
                minimum={typeof minimum === 'string' ? minimum : undefined}
                maximum={typeof maximum === 'string' ? maximum : undefined}
                onPick={(day) => {
                  onChange(withDay(text, day));
                  setOpen(false);
                }}
              />
            </Popover.Dropdown>
          </Popover>
        )
      }
    />
  );
}
