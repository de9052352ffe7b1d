'use client';

import { type RefObject, useEffect, useRef } from 'react';
import { isFixed } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { controlKind, isWide } from '../control-kind';
import { type Place, placesOf } from './form-rows';
import { ownValue } from './own-value';

/**
 * The place of each field of a form. A field with a group header starts a group, and so a row. Once someone has been
 * in a field, it stays as wide as it was, however long its text gets, so that none moves from under the pointer.
 */
export function useFieldPlaces(
  form: RefObject<HTMLElement | null>,
  inputs: readonly Input[],
  values: InputValues,
): readonly Place[] {
  const touched = useTouchedFields(form);
  const settled = useRef(new Map<string, boolean>());
  const widths = inputs.map((input) => {
    const value = ownValue(values, input.key);
    const before = touched.current.has(input.key) ? settled.current.get(input.key) : undefined;
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

/** The keys of the fields that have had the focus. */
function useTouchedFields(form: RefObject<HTMLElement | null>): RefObject<Set<string>> {
  const keys = useRef(new Set<string>());
  useEffect(() => {
    const element = form.current;
    const note = ({ target }: FocusEvent) => {
      const field = target instanceof Element ? target.closest<HTMLElement>('[data-field]') : null;
      if (field?.dataset.field !== undefined) keys.current.add(field.dataset.field);
    };
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, [form]);
  return keys;
}
