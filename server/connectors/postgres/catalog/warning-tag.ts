import type { WarningTag } from '@/lib/settings/command-choices';

/**
 * What a routine does to data, as far as it declares it. Procedures exist for their effects, and a function that is
 * stable or immutable only reads. Functions are volatile by default, which means nothing: null.
 */
export function declaredEffect(routine: { is_procedure: boolean; is_volatile: boolean }): WarningTag | null {
  if (routine.is_procedure) return 'updates_data';
  return routine.is_volatile ? null : 'safe';
}
