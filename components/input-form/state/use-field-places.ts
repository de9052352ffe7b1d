'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import { isFixed } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { controlKind, isWide } from '../control-kind';
import { type Place, placesOf } from './form-rows';
import { ownValue } from './own-value';

/**
 * The place of each field of a form. A field with a group header starts a group, and so a row. While someone types in a
 * field, none moves, however long its text gets.
 */
export function useFieldPlaces(
  form: RefObject<HTMLElement | null>,
  inputs: readonly Input[],
  values: InputValues,
): readonly Place[] {
  const typedKey = useFocusedField(form);
  const settled = useRef(new Map<string, boolean>());
  const widths = inputs.map((input) => {
    const value = ownValue(values, input.key);
    const before = input.key === typedKey ? settled.current.get(input.key) : undefined;
    const now = before ?? (!isFixed(input) && isWide(controlKind(input, value), value));
    settled.current.set(input.key, now);
    const { colSpan, lineBreak, groupHeader } = input;
    return { isWide: now, span: colSpan, breaksLine: lineBreak || isHeader(groupHeader) };
  });
  return placesOf(widths);
}

/** Whether an input has a heading above it. */
export const isHeader = (groupHeader: string | null): groupHeader is string =>
  groupHeader !== null && groupHeader !== '';

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
