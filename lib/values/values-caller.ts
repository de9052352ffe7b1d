import type { JsonValue } from '@/lib/base/json';

/** The person who runs the command, as far as values depend on them. */
export interface ValuesCaller {
  /** The caller's own values by variable name; null or absent if the caller lacks them. */
  variables: Readonly<Record<string, JsonValue>>;
  /** True for engineers of the command, who may fill in hidden inputs. Locked ones stay as configured. */
  mayOverrideHidden?: boolean;
}

/** The caller's value of a variable; null for an unknown variable. */
export function variableOf(name: string, { variables }: ValuesCaller): JsonValue {
  return Object.hasOwn(variables, name) ? (variables[name] ?? null) : null;
}
