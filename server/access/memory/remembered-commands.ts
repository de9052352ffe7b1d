import type { Actor, Person } from '@/lib/access/vocabulary';
import { Recent } from '@/lib/base/memory/recent';
import type { CommandForm } from '@/server/access/command-form';
import { isReadToRemember, recalledAsOf } from '@/server/access/memory/remembered-actors';
import { viewerOf } from '@/server/access/viewer';
import { processWide } from '@/server/base/process-wide';

const MOST_COMMANDS = 500;
/** A larger form, such as one of a script, is read each time: in characters of JSON. */
const LARGEST_FORM = 100_000;

interface WithForm {
  orgId: string;
  commandId: number;
  form: CommandForm;
}

/** The commands that a process remembers, as they were loaded for people whom it remembers, too. */
export interface CommandMemory<Command> {
  /**
   * Remembers a command with its form, if it was loaded for a person who was just read.
   *
   * @param asOf `lastChanges` in the statement that read it
   */
  remember(actor: Actor, command: Command, asOf: string): void;
  /** A command as it was when a remembered actor was read; null if it has to be loaded. */
  recall(actor: Actor, orgId: string, commandId: number): Command | null;
}

/** Of a person, however they authenticated, and of what that leaves of their commands. */
function keyOf(actor: Person, orgId: string, commandId: number): string {
  const { only, closedOrgIds } = viewerOf(actor);
  return JSON.stringify([actor.userId, orgId, commandId, only, closedOrgIds]);
}

/** Whether the start of a run asks for nothing that depends on the person, and isn't read each time. */
const isPlain = ({ form: { command, inputs } }: WithForm): boolean =>
  !command.needsApproval &&
  !inputs.some(({ dropdownId, type }) => dropdownId !== null && (type.element ?? type).options === null);

/** Many requests share a remembered command, so none may change it. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  for (const each of Object.values(value)) freeze(each);
  Object.freeze(value);
}

/** The process's one memory of commands. */
export function commandMemory<Command extends WithForm>(): CommandMemory<Command> {
  const commands = () =>
    processWide('remembered commands', () => new Recent<{ asOf: string; command: Command }>(MOST_COMMANDS));
  return {
    remember(actor, command, asOf) {
      if (actor.kind !== 'person' || !isReadToRemember(actor) || !isPlain(command)) return;
      if (JSON.stringify(command.form).length > LARGEST_FORM) return;
      freeze(command);
      commands().set(keyOf(actor, command.orgId, command.commandId), { asOf, command });
    },
    recall(actor, orgId, commandId) {
      const asOf = recalledAsOf(actor);
      if (asOf === null || actor.kind !== 'person') return null;
      const found = commands().get(keyOf(actor, orgId, commandId));
      return found?.asOf === asOf ? found.command : null;
    },
  };
}
