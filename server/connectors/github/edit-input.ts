import type { JsonValue } from '@/lib/base/json';
import type { InputEdit } from '../things';
import { plainText } from './analysis/new-input';
import { executableJson, readExecutable } from './executable';

/** An input that engineers add is a variable of the environment: code that reads one needs nothing else to get it. */
export function editInput(stored: JsonValue, edit: InputEdit): JsonValue {
  const executable = readExecutable(stored);
  const { inputs, language, path } = executable;
  switch (edit.kind) {
    case 'add': {
      const name = edit.input.key;
      const booleans: [string, string] = language === 'r' ? ['TRUE', 'FALSE'] : ['true', 'false'];
      const added = {
        key: name,
        passing: { by: 'environment' as const, name, text: plainText(booleans) },
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
