'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import { isFixed } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { controlKind, isWide } from './control-kind';
import { type Span, spansOf } from './form-rows';
import { ownValue } from './own-value';

/** The width of each field of a form. While someone types in one, none moves, however long its text gets. */
export function useFieldSpans(
  form: RefObject<HTMLElement | null>,
  inputs: readonly Input[],
  values: InputValues,
): readonly Span[] {
  const typedKey = useFocusedField(form);
  const settled = useRef(new Map<string, boolean>());
  const wide = inputs.map((input) => {
    const value = ownValue(values, input.key);
    const before = input.key === typedKey ? settled.current.get(input.key) : undefined;
    const now = before ?? (!isFixed(input) && isWide(controlKind(input, value), value));
    settled.current.set(input.key, now);
    return now;
  });
  return spansOf(wide);
}

/** The key of the field that has the focus; null if none has. */
function useFocusedField(form: RefObject<HTMLElement | null>): string | null {
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    const element = form.current;
    const follow = ({ target }: FocusEvent) => {
      const field = target instanceof Element ? target.closest<HTMLElement>('[data-field]') : null;
      setKey(field?.dataset.field ?? null);
    };
    const leave = () => setKey(null);
    element?.addEventListener('focusin', follow);
    element?.addEventListener('focusout', leave);
    return () => {
      element?.removeEventListener('focusin', follow);
      element?.removeEventListener('focusout', leave);
    };
  }, [form]);
  return key;
}
