'use client';

import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * What was typed into the form as the server drew it, before its code had arrived, is taken over once it
 * has: the controls, which know nothing of it, would put back what they were drawn with.
 *
 * @param take is told the id of a text control, and what stands in it.
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
