import { newInput, plainText } from './new-input';
import type { ScriptInput } from './script';

/** An option as the text of docopt describes it. */
interface DocoptOption {
  flag: string;
  takesValue: boolean;
  fallback: string | null;
  help: string;
}

/** The parts of a usage text, and the names of the types in the script's language. */
interface Types {
  text: string;
  boolean: string;
  list: (element: string) => string;
}

export const pythonTypes: Types = { text: 'str', boolean: 'bool', list: (element) => `list[${element}]` };
export const rTypes: Types = {
  text: 'character',
  boolean: 'logical',
  list: (element) => `vector<${element}>`,
};

/** The inputs that a usage text of docopt describes; null if it has no usage. */
export function readDocopt(
  doc: string,
  types: Types,
  from: ScriptInput['from'],
): { inputs: ScriptInput[]; description: string | null } | null {
  const usage = /usage:\s*([\s\S]*?)(?:\n\s*\n|$)/i.exec(doc)?.[1];
  if (usage === undefined) return null;
  const options = optionsOf(doc);
  const inputs = new Map<string, ScriptInput>();
  let at = 0;
  const text = plainText();
  let isValue = false;
  let last = '';
  for (const { token, isOptional, isMany } of tokensOf(usage)) {
    const [name = '', value] = token.split('=');
    if (name.startsWith('-')) {
      const option = options.get(name) ?? {
        flag: name,
        takesValue: value !== undefined,
        fallback: null,
        help: '',
      };
      isValue = option.takesValue && value === undefined;
      last = option.flag;
      if (!inputs.has(last))
        inputs.set(last, optionInput(option, types, from, !isOptional && option.takesValue, isMany));
      continue;
    }
    // `-r REPO`: the value of the option before it.
    if (isValue) {
      isValue = false;
      const option = options.get(last);
      if (isMany && option !== undefined) inputs.set(last, optionInput(option, types, from, false, true));
      continue;
    }
    const isArgument = /^<.+>$/.test(name) || /^[A-Z][A-Z0-9_.-]*$/.test(name);
    if (!isArgument) continue;
    const key = name.replace(/^<|>$/g, '');
    const known = inputs.get(key);
    if (known !== undefined) {
      inputs.set(key, {
        ...known,
        typeId: isMany ? types.list(types.text) : known.typeId,
        isRequired: known.isRequired && !isOptional,
      });
      continue;
    }
    inputs.set(
      key,
      newInput({
        key,
        typeId: isMany ? types.list(types.text) : types.text,
        isRequired: !isOptional,
        passing: { by: 'position', at: at++, after: 0 },
        from,
      }),
    );
  }
  const hasAll = /\[options\]/.test(usage);
  for (const option of options.values())
    if (hasAll && !inputs.has(option.flag))
      inputs.set(option.flag, optionInput(option, types, from, false, false));
  for (const flag of ['--help', '-h', '--version', '--usage']) inputs.delete(flag);
  const before = doc.slice(0, doc.search(/usage:/i)).trim();
  return {
    inputs: [...inputs.values()].map((input) => ({ ...input, passing: withText(input, text) })),
    description: before === '' ? null : before,
  };
}

const withText = ({ passing }: ScriptInput, text: ReturnType<typeof plainText>) =>
  passing.by === 'option' && passing.form.kind === 'value'
    ? { ...passing, form: { kind: 'value' as const, text } }
    : passing;

function optionInput(
  { flag, takesValue, fallback, help }: DocoptOption,
  types: Types,
  from: ScriptInput['from'],
  isRequired: boolean,
  isMany: boolean,
): ScriptInput {
  const key = flag.replace(/^-+/, '');
  const description = help === '' ? null : help;
  if (!takesValue) {
    return newInput({
      key,
      typeId: types.boolean,
      defaultValue: false,
      description,
      passing: { by: 'option', flag, form: { kind: 'switch', on: flag, off: null }, after: 0 },
      from,
    });
  }
  const text = plainText();
  return newInput({
    key,
    typeId: isMany ? types.list(types.text) : numberType(fallback, types),
    isRequired: isRequired && fallback === null,
    defaultValue: isMany ? null : defaultOf(fallback, types),
    description,
    passing: {
      by: 'option',
      flag,
      form: isMany ? { kind: 'repeated', text } : { kind: 'value', text },
      after: 0,
    },
    from,
  });
}

const defaultOf = (fallback: string | null, types: Types) =>
  fallback !== null && numberType(fallback, types) !== types.text ? Number(fallback) : fallback;

/** A default that is a number says that one is meant. */
const numberType = (fallback: string | null, types: Types): string =>
  fallback === null || !/^-?\d+(\.\d+)?$/.test(fallback)
    ? types.text
    : types.text === 'str'
      ? fallback.includes('.')
        ? 'float'
        : 'int'
      : fallback.includes('.')
        ? 'numeric'
        : 'integer';

/** `-s, --speed=<kn>  Speed in knots [default: 10].` */
function optionsOf(doc: string): Map<string, DocoptOption> {
  const options = new Map<string, DocoptOption>();
  const lines = doc.split('\n');
  for (const [index, line] of lines.entries()) {
    const [, declared = '', first = ''] = /^\s*(-{1,2}[^\s].*?)(?:\s{2,}(.*))?$/.exec(line) ?? [];
    if (declared === '') continue;
    const help = [first];
    for (let next = index + 1; next < lines.length && /^\s{4,}[^\s-]/.test(lines[next] ?? ''); next += 1)
      help.push((lines[next] ?? '').trim());
    const told = help.join(' ').trim();
    const flags = declared.match(/(?<![\w-])--?[\w-]+/g) ?? [];
    const flag = flags.find((each) => each.startsWith('--')) ?? flags[0];
    if (flag === undefined) continue;
    const takesValue = /(?:^|[\s,])--?[\w-]+(?:=|\s+)(<[^>]+>|[A-Z][A-Z0-9_.-]*)/.test(declared);
    const fallback = /\[default:\s*([^\]]*)\]/i.exec(told)?.[1]?.trim() ?? null;
    const option = { flag, takesValue, fallback: takesValue ? fallback : null, help: told };
    for (const each of flags) options.set(each, option);
  }
  return options;
}

/** The words of all usage lines, with whether brackets make them optional, and dots repeat them. */
function tokensOf(usage: string): { token: string; isOptional: boolean; isMany: boolean }[] {
  const lines = usage
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const program = lines[0]?.split(/\s+/)[0] ?? '';
  return lines.flatMap((line) => {
    const words =
      line.replace(program, '').match(/\.\.\.|[[\]()|]|[^\s[\]()|]+?(?=\.\.\.)|[^\s[\]()|]+/g) ?? [];
    const found: { token: string; isOptional: boolean; isMany: boolean }[] = [];
    const open: { isOptional: boolean; from: number }[] = [];
    let last: { from: number } = { from: 0 };
    for (const word of words) {
      if (word === '[' || word === '(') open.push({ isOptional: word === '[', from: found.length });
      else if (word === ']' || word === ')') last = open.pop() ?? { from: found.length };
      else if (word === '...')
        for (const each of found.slice(Math.min(last.from, found.length - 1))) each.isMany = true;
      else if (word !== '|' && word !== 'options') {
        last = { from: found.length };
        found.push({
          token: word,
          isOptional: open.some((each) => each.isOptional) || lines.length > 1,
          isMany: false,
        });
      }
    }
    return found;
  });
}
