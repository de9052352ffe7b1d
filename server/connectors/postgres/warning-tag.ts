import type { WarningTag } from '@/lib/settings/command-settings';

/**
 * A procedure is there for what it does. A function is volatile where nobody said otherwise, which tells nothing:
 * a question before each report would soon be answered unread.
 */
export function warningTagOf(routine: { is_procedure: boolean }): WarningTag | null {
  return routine.is_procedure ? 'updates_data' : null;
}
