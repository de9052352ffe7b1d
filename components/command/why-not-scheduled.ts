import type { AccessRole } from '@/lib/access/vocabulary';
import { mayConfigure } from '@/lib/commands/rights';

/**
 * Why the reader can't schedule a command, and whom to ask; null if they can.
 *
 * @param whom the name of an engineer of the command; null if nobody is known
 */
export function whyNotScheduled(
  command: { role: AccessRole | null; isCopycat: boolean },
  whom: string | null,
): string | null {
  if (mayConfigure(command)) return null;
  if (command.isCopycat) return "A copy can't be scheduled. Schedule the command that it follows.";
  return `Only engineers of this command can schedule it. Ask ${whom ?? 'an admin of your organization'}.`;
}
