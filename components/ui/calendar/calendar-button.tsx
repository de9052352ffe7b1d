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
  if (!isAsked) return button;
  const { day, minimum, maximum, isInPopover = false, onPick, time, onPickTime } = props;
  return (
    <Fetched
      part={calendarPopover}
      props={{ day, minimum, maximum, isInPopover, onPick, time, onPickTime }}
      fallback={button}
    />
  );
}
