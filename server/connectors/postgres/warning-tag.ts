import type { WarningTag } from '@/lib/settings/command-settings';

/**
 * A procedure is there for what it does. A function is volatile where nobody said otherwise, which tells nothing:
 * a question before each report would soon be answered unread.
 */
export function warningTagOf(routine: { is_procedure: boolean }): WarningTag | null {
  return routine.is_procedure ? 'updates_data' : null;
}

/** The same with what a function promises: one that is stable or immutable only reads. Null if nothing is declared. */
export function declaredEffect(routine: { is_procedure: boolean; is_volatile: boolean }): WarningTag | null {
  return warningTagOf(routine) ?? (routine.is_volatile ? null : 'safe');
}
