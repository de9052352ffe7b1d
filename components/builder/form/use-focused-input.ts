'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { type RefObject, useContext, useEffect, useRef } from 'react';
import { focusField } from '@/components/input-form/state/focus-field';
import { FormPlaceContext } from './form-place';

/** Focuses the input that the address names (`pushboardInputKey`), once. */
export function useFocusedInput(form: RefObject<HTMLElement | null>): void {
  const [named] = useQueryState('pushboardInputKey', parseAsString);
  const key = useContext(FormPlaceContext) === null ? named : null;
  const hasGone = useRef(false);
  useEffect(() => {
    if (key === null || hasGone.current) return;
    hasGone.current = true;
    focusField(form.current, [key]);
  }, [key, form]);
}
