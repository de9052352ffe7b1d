import type { ScriptCommand, ScriptInput, TextForm } from './script';
import { isMultilineName, isSecretName } from './words';

type Told = 'key' | 'typeId' | 'from' | 'passing';

/** An input with what the code says of it, and what its name says. */
export function newInput(told: Pick<ScriptInput, Told> & Partial<ScriptInput>): ScriptInput {
  const isText = /^(str|SecretStr|Any|character|Optional\[str\])$/.test(told.typeId);
  const isSecret = told.isSecret ?? (isText && isSecretName(told.key));
  return {
    isRequired: false,
    defaultValue: null,
    defaultExpression: null,
    description: null,
    isMultiline: isSecret && isMultilineName(told.key),
    isFile: false,
    group: null,
    shown: [],
    ...told,
    isSecret,
  };
}

/** Text as programs read it on a command line. */
export const plainText = (
  booleans: [string, string] = ['true', 'false'],
  divider: string | null = null,
): TextForm => ({
  booleans,
  divider,
});

/** The command with keys that are unique: two inputs of one name get a number. */
export function withUniqueKeys(command: ScriptCommand): ScriptCommand {
  const taken = new Set<string>();
  const inputs = command.inputs.map((input) => {
    let { key } = input;
    for (let count = 2; taken.has(key); count += 1) key = `${input.key} ${count}`;
    taken.add(key);
    return { ...input, key };
  });
  return { ...command, inputs };
}

/** A choice among texts, as the type systems of both languages write it. */
export const pythonChoice = (values: readonly unknown[]): string =>
  `Literal[${values.map((value) => JSON.stringify(String(value))).join(', ')}]`;
