import type { Node } from 'web-tree-sitter';
import type { JsonValue } from '@/lib/base/json';
import { plainText } from '../../new-input';
import type { Passing, ScriptInput } from '../../script';
import { argumentOf, argumentsOf, calledName, type RArgument } from '../code/nodes';
import type { RScript } from '../code/script';
import { constantOf, typeOfValue } from '../code/values';
import { checked, helpOf, textsOf, types, words } from './checked-input';
import type { Checks } from './checks';

/** Of the package argparser, which takes several arguments at once. */
export function argparserInputs(
  all: readonly RArgument[],
  script: RScript,
  checks: Checks,
  from: ScriptInput['from'],
  at: number,
): ScriptInput[] {
  const value = (name: string, place?: number) => constantOf(argumentOf(all, name, place), script);
  const names = textsOf(value('arg', 0));
  const each = (given: JsonValue | undefined, index: number): JsonValue | undefined =>
    Array.isArray(given) && names.length > 1 ? given[index] : given;
  let place = at;
  return names.map((name, index): ScriptInput => {
    const isPositional = !name.startsWith('-');
    const isFlag = each(value('flag'), index) === true;
    const fallback = each(value('default'), index);
    const given = each(value('type'), index);
    const nargs = each(value('nargs'), index);
    const element =
      (typeof given === 'string' ? types[given] : undefined) ??
      (Array.isArray(fallback) ? typeOfValue(fallback[0]) : typeOfValue(fallback)) ??
      'character';
    const isMany = (typeof nargs === 'number' && nargs !== 1) || Array.isArray(fallback);
    const text = plainText(words, ',');
    const passing: Passing = isPositional
      ? { by: 'position', at: place++, after: 0 }
      : isFlag
        ? { by: 'option', flag: name, form: { kind: 'switch', on: name, off: null }, after: 0 }
        : { by: 'option', flag: name, form: { kind: 'separate', text }, after: 0 };
    const key = name.replace(/^-+/, '');
    return checked(
      {
        key,
        typeId: isFlag ? 'logical' : isMany ? `vector<${element}>` : element,
        isRequired: isPositional && fallback === undefined,
        defaultValue: isFlag ? false : (fallback ?? null),
        description: helpOf(each(value('help', 1), index), fallback),
        passing,
        from,
      },
      key.replaceAll('-', '_'),
      checks,
    );
  });
}

/** The data of the matrix that getopt gets. */
export const matrixIn = (node: Node | null, script: RScript): Node | null => {
  const matrix = matrixCall(node, script);
  return matrix === null ? node : argumentOf(argumentsOf(matrix), 'data', 0);
};

function matrixCall(node: Node | null, script: RScript): Node | null {
  const at = node?.type === 'identifier' ? (script.constant(node.text) ?? null) : node;
  return at?.type === 'call' && calledName(at) === 'matrix' ? at : null;
}

export function columnsOf(node: Node | null, script: RScript): number {
  const matrix = matrixCall(node, script);
  const count = matrix === null ? undefined : constantOf(argumentOf(argumentsOf(matrix), 'ncol'), script);
  return typeof count === 'number' ? count : 4;
}

/** Rows of: long flag, short flag, whether it takes a value (0 no, 1 yes, 2 perhaps), type, help. */
export function getoptInputs(
  spec: readonly JsonValue[],
  columns: number,
  checks: Checks,
  from: ScriptInput['from'],
): ScriptInput[] {
  const inputs: ScriptInput[] = [];
  for (let row = 0; row + 3 < spec.length; row += columns) {
    const [long, , takes, type] = spec.slice(row, row + 4).map(String);
    const help = columns > 4 ? spec[row + 4] : undefined;
    if (long === undefined || long === 'help' || long === 'version') continue;
    const isSwitch = Number(takes) === 0;
    const flag = `--${long}`;
    inputs.push(
      checked(
        {
          key: long,
          typeId: isSwitch ? 'logical' : (types[type ?? ''] ?? 'character'),
          defaultValue: isSwitch ? false : null,
          description: helpOf(help, undefined),
          passing: {
            by: 'option',
            flag,
            form: isSwitch
              ? { kind: 'switch', on: flag, off: null }
              : { kind: 'value', text: plainText(words) },
            after: 0,
          },
          from,
        },
        long,
        checks,
      ),
    );
  }
  return inputs;
}
