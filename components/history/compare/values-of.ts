import type { JsonValue } from '@/lib/base/json';

export type Values = Readonly<Record<string, JsonValue>>;

/**
 * The values that a run was started with: of the run, or, until it is read, of its summary, which cuts long ones off. Null
 * if only a beginning is known.
 */
export function valuesOf(
  summary: { params: JsonValue },
  run: { params: JsonValue } | undefined,
): Values | null {
  const params = run?.params ?? summary.params;
  if (params === null || Array.isArray(params)) return {};
  return typeof params === 'object' ? params : null;
}
