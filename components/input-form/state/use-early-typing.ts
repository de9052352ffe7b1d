'use client';

import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps what was typed into the server-rendered form before its code loaded; otherwise the controls would restore their
 * rendered values.
 * @param take receives the id of a text control and its text.
 */
export function useEarlyTyping(
  form: RefObject<HTMLElement | null>,
  take: (controlId: string, text: string) => void,
): void {
  const hasTaken = useRef(false);
  useLayoutEffect(() => {
    if (hasTaken.current) return;
    hasTaken.current = true;
    for (const control of form.current?.querySelectorAll('input, textarea') ?? []) {
      if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue;
      if (control.value !== control.defaultValue) take(control.id, control.value);
    }
  }, [form, take]);
}
