import type { JsonValue } from '@/lib/base/json';
import { readRoutine } from './executable';
import { quoteObject } from './names';

/** The call of a routine with all of its parameters, their values as placeholders with the names of the inputs. */
export function sqlOf(executable: JsonValue): string {
  const { schema, name, kind, parameters } = readRoutine(executable);
  const call = quoteObject(schema, name);
  if (kind !== 'procedure') {
    const from = `${call}(${parameters.map(({ key }) => `:${key}`).join(', ')})`;
    return kind === 'scalar' ? `SELECT ${from}` : `SELECT * FROM ${from}`;
  }
  const named = parameters.map((each) => `${each.name} = :${each.key}${each.isOutput ? ' OUTPUT' : ''}`);
  return ['EXEC', call, named.join(', ')].filter(Boolean).join(' ');
}
