import type { WarningTag } from '@/lib/settings/command-settings';

/**
 * Procedures exist for their effects. Functions are volatile by default, which means nothing: if every report asked for
 * confirmation, people would soon confirm without reading.
 */
export function warningTagOf(routine: { is_procedure: boolean }): WarningTag | null {
  return routine.is_procedure ? 'updates_data' : null;
}

/** The same with what a function promises: one that is stable or immutable only reads. Null if nothing is declared. */
export function declaredEffect(routine: { is_procedure: boolean; is_volatile: boolean }): WarningTag | null {
  return warningTagOf(routine) ?? (routine.is_volatile ? null : 'safe');
}
