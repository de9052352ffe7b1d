'use client';

import { ActionIcon } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';

/** The calendar is fetched when the pointer or the focus first comes near it. */
const calendarPopover = fetchedPart(() => import('./calendar-popover'));

interface CalendarButtonProps {
  /** The selected day, if the text is one. */
  day: string;
  minimum?: string | undefined;
  maximum?: string | undefined;
  /** Whether the field itself is in a popover. */
  isInPopover?: boolean;
  onPick: (day: string) => void;
  /** How often the field was tapped to open the calendar. */
  taps?: number;
  /** Goes on to typing the date; it is offered where a tap on the field opened the calendar. */
  onType?: (() => void) | undefined;
  /** The selected time, `09:00` or empty, where one belongs to the day. */
  time?: string | undefined;
  onPickTime?: ((time: string, today: string) => void) | undefined;
}

/** The button that opens a calendar, at the end of a date field. */
export function CalendarButton(props: CalendarButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const button = (
    <ActionIcon
      size={28}
      aria-label="Open the calendar"
      onPointerEnter={calendarPopover.prepare}
      onFocus={calendarPopover.prepare}
      onClick={() => setAsked(true)}
    >
      <IconCalendar size={16} stroke={1.75} />
    </ActionIcon>
  );
  const { taps = 0 } = props;
  if (!isAsked && taps === 0) return button;
  const { day, minimum, maximum, isInPopover = false, onPick, onType, time, onPickTime } = props;
  return (
    <Fetched
      part={calendarPopover}
      props={{ day, minimum, maximum, isInPopover, onPick, taps, onType, time, onPickTime }}
      fallback={button}
    />
  );
}
