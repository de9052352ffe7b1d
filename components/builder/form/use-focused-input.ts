'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { type RefObject, useEffect, useRef } from 'react';
import { focusField } from '@/components/input-form/state/focus-field';

/** Focuses the input that the address names (`pushboardInputKey`), once. */
export function useFocusedInput(form: RefObject<HTMLElement | null>): void {
  const [key] = useQueryState('pushboardInputKey', parseAsString);
  const hasGone = useRef(false);
  useEffect(() => {
    if (key === null || hasGone.current) return;
    hasGone.current = true;
    focusField(form.current, [key]);
  }, [key, form]);
}
