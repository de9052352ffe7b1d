'use client';

import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useState } from 'react';

/**
 * With a finger, a tap on a date field opens its calendar instead of the keyboard, from which the person can still go on
 * to typing. With a mouse, a click only places the cursor.
 *
 * @param field the field itself
 */
export function useTappedCalendar(field: RefObject<HTMLInputElement | null>) {
  const isTouched = useMediaQuery('(pointer: coarse)') ?? false;
  const [isTyping, setTyping] = useState(false);
  const [taps, setTaps] = useState(0);
  if (!isTouched) return { fieldProps: {}, calendarProps: {} };
  return {
    fieldProps: {
      inputMode: isTyping ? ('text' as const) : ('none' as const),
      onClick: () => {
        if (!isTyping) setTaps(taps + 1);
      },
    },
    calendarProps: {
      taps,
      onType: () => {
        setTyping(true);
        // The keyboard comes only if the field has the focus within the tap that asked for it.
        field.current?.setAttribute('inputmode', 'text');
        field.current?.focus();
      },
    },
  };
}
