import type { JsonValue } from '@/lib/base/json';
import type { CallEdit } from '../things';

import { executableJson, readExecutable, readPassing } from './executable';

/**
 * An input that engineers add is a variable of the environment, since code that reads one needs nothing else to get it,
 * unless it was read from their code how it is taken.
 */
export function editInput(stored: JsonValue, edit: CallEdit): JsonValue {
  const executable = readExecutable(stored);
  const { inputs, language, path } = executable;
  switch (edit.kind) {
    case 'add': {
      const name = edit.input.key;
      const booleans: [string, string] = language === 'r' ? ['TRUE', 'FALSE'] : ['true', 'false'];
      const added = {
        key: name,
        passing:
          edit.passing === undefined
            ? { by: 'environment' as const, name, text: { booleans, divider: null } }
            : readPassing(edit.passing),
        isFile: edit.input.type.component === 'b-file',
        from: { path, line: 1, what: 'added by an engineer' },
      };
      return executableJson({ ...executable, inputs: [...inputs, added] });
    }
    case 'remove':
      return executableJson({ ...executable, inputs: inputs.filter(({ key }) => key !== edit.key) });
    case 'rename':
      return executableJson({
        ...executable,
        inputs: inputs.map((input) => (input.key === edit.key ? { ...input, key: edit.to } : input)),
      });
    case 'retype':
      return stored;
  }
}
