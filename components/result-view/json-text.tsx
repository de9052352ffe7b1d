import { useMemo } from 'react';
import type { JsonValue } from '@/lib/json';
import { MonoBlock } from './mono-block';

/** Any JSON as indented text. */
export function JsonText({ value }: { value: JsonValue }) {
  const text = useMemo(() => JSON.stringify(value, null, 2), [value]);
  return <MonoBlock label="Result as JSON" text={text} />;
}
