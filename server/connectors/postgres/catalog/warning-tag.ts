import type { WarningTag } from '@/lib/settings/command-settings';

/**
 * What a routine does, as far as it is declared. Procedures exist for their effects. A function that is stable or immutable
 * only reads. Null for any other: functions are volatile by default, which means nothing.
 */
export function declaredEffect(routine: { is_procedure: boolean; is_volatile: boolean }): WarningTag | null {
  if (routine.is_procedure) return 'updates_data';
  return routine.is_volatile ? null : 'safe';
}
