'use client';

import { ActionIcon, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import Calendar from './calendar';

interface CalendarPopoverProps {
  /** The chosen day, where the text says one. */
  day: string;
  minimum: string | undefined;
  maximum: string | undefined;
  /** Whether the field stands in a popover itself, which a press anywhere outside of it closes. */
  isInPopover: boolean;
  onPick: (day: string) => void;
}

/** The calendar beside a date, open as soon as it is there: it is fetched when one first asks for it. */
export default function CalendarPopover({ onPick, isInPopover, ...calendar }: CalendarPopoverProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withinPortal={!isInPopover}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon size={28} aria-label="Open the calendar" onClick={() => setOpen((open) => !open)}>
          <IconCalendar size={16} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Calendar">
        <Calendar
          {...calendar}
          onPick={(day) => {
            onPick(day);
            setOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
