import type { JsonValue } from '@/lib/base/json';
import { readRoutine } from './executable';
import { buildStatement } from './statement';

/** Quoted names are skipped, since they may contain what looks like a placeholder. */
const placeholder = /"(?:[^"]|"")*"|\$(\d+)/g;

/** The call of a routine with all of its arguments, their values as placeholders with the names of the inputs. */
export function sqlOf(executable: JsonValue): string {
  const routine = readRoutine(executable);
  const values = Object.fromEntries(
    routine.arguments.flatMap(({ key }) => (key === null ? [] : [[key, null]])),
  );
  const { text, keys } = buildStatement(routine, values);
  return text.replace(placeholder, (found, number: string | undefined) =>
    number === undefined ? found : `:${keys[Number(number) - 1] ?? number}`,
  );
}
