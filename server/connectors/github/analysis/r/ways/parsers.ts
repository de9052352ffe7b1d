import { readDocopt, rTypes } from '../../docopt';
import { newInput, plainText } from '../../new-input';
import type { Passing, ScriptInput } from '../../script';
import {
  argumentOf,
  argumentsOf,
  calledName,
  callsIn,
  lineOf,
  type RArgument,
  shortCode,
} from '../code/nodes';
import type { RScript } from '../code/script';
import { choiceOf, constantOf, typeOfValue } from '../code/values';
import { argparserInputs, columnsOf, getoptInputs, matrixIn } from './argparser-getopt';
import { checked, helpOf, textsOf, types, words } from './checked-input';
import type { Checks } from './checks';

/** What a package for command lines asks for, of whatever package it is; null if the script uses none. */
export interface Parsed {
  inputs: ScriptInput[];
  description: string | null;
}

export function readParsers(script: RScript, checks: Checks): Parsed | null {
  let at = 0;
  const inputs: ScriptInput[] = [];
  let description: string | null = null;
  let isParsed = false;
  for (const { path, root } of script.files) {
    for (const call of callsIn(root)) {
      const all = argumentsOf(call);
      const from = (what: string) => ({ path, line: lineOf(call), what });
      switch (calledName(call)) {
        case 'make_option':
        case 'add_option': {
          const given = calledName(call) === 'add_option' ? withoutFirst(all) : all;
          const read = optparseInput(given, script, checks, from(calledName(call)));
          if (read !== null) inputs.push(read);
          isParsed = true;
          break;
        }
        case 'OptionParser':
        case 'arg_parser':
        case 'ArgumentParser': {
          const told = constantOf(
            argumentOf(all, 'description', calledName(call) === 'arg_parser' ? 0 : undefined),
            script,
          );
          if (typeof told === 'string' && told !== '') description = told;
          isParsed = true;
          break;
        }
        case 'parse_args': {
          const many = argumentOf(all, 'positional_arguments');
          if (many === null || many.text === 'FALSE') break;
          const count = constantOf(many, script);
          const isRequired =
            typeof count === 'number' ? count > 0 : Array.isArray(count) && Number(count[0]) > 0;
          inputs.push(
            newInput({
              key: 'args',
              typeId: 'vector<character>',
              isRequired,
              passing: { by: 'position', at, after: 0 },
              from: from('positional_arguments'),
            }),
          );
          break;
        }
        case 'add_argument': {
          const isMethod = call.childForFieldName('function')?.type === 'extract_operator';
          const read = isMethod
            ? argparseInputs(all, script, checks, from('add_argument'), at)
            : argparserInputs(withoutFirst(all), script, checks, from('add_argument'), at);
          at += read.filter(({ passing }) => passing.by === 'position').length;
          inputs.push(...read);
          isParsed = true;
          break;
        }
        case 'getopt': {
          const spec = constantOf(matrixIn(argumentOf(all, 'spec', 0), script), script);
          if (Array.isArray(spec))
            inputs.push(
              ...getoptInputs(spec, columnsOf(argumentOf(all, 'spec', 0), script), checks, from('getopt')),
            );
          isParsed = true;
          break;
        }
        case 'docopt': {
          const doc = constantOf(argumentOf(all, 'doc', 0), script);
          const read = typeof doc === 'string' ? readDocopt(doc, rTypes, from('docopt')) : null;
          if (read !== null) return read;
          break;
        }
      }
    }
  }
  return isParsed ? { inputs, description } : null;
}

/** Without the parser, which is the first argument without a name. */
function withoutFirst(all: readonly RArgument[]): RArgument[] {
  const first = all.findIndex(({ name }) => name === null || name === 'object' || name === 'parser');
  return all.filter((_, index) => index !== first);
}

const longest = (flags: readonly string[]): string =>
  flags.find((flag) => flag.startsWith('--')) ?? flags[0] ?? '';

function optparseInput(
  all: readonly RArgument[],
  script: RScript,
  checks: Checks,
  from: ScriptInput['from'],
): ScriptInput | null {
  const value = (name: string) => constantOf(argumentOf(all, name), script);
  const flag = longest(textsOf(constantOf(argumentOf(all, 'opt_str', 0), script)));
  if (flag === '') return null;
  const action = value('action') ?? 'store';
  const fallbackCode = argumentOf(all, 'default');
  const fallback = constantOf(fallbackCode, script);
  const given = value('type');
  const typeId =
    (typeof given === 'string' ? types[given] : undefined) ??
    typeOfValue(fallback, fallbackCode) ??
    'character';
  const dest = value('dest');
  const name = typeof dest === 'string' ? dest : flag.replace(/^-+/, '');
  const isSwitch = action === 'store_true' || action === 'store_false';
  const passing: Passing = isSwitch
    ? { by: 'option', flag, form: { kind: 'switch', on: flag, off: null }, after: 0 }
    : { by: 'option', flag, form: { kind: 'value', text: plainText(words, ',') }, after: 0 };
  return checked(
    {
      key: flag.replace(/^-+/, ''),
      typeId: isSwitch ? 'logical' : typeId,
      defaultValue: isSwitch ? action === 'store_true' && fallback === true : (fallback ?? null),
      defaultExpression: fallbackCode !== null && fallback === undefined ? shortCode(fallbackCode) : null,
      description: helpOf(value('help'), fallback),
      passing,
      from,
    },
    name,
    checks,
  );
}

/** Of the package argparse, which hands everything to Python's. */
function argparseInputs(
  all: readonly RArgument[],
  script: RScript,
  checks: Checks,
  from: ScriptInput['from'],
  at: number,
): ScriptInput[] {
  const value = (name: string) => constantOf(argumentOf(all, name), script);
  const names = all
    .filter(({ name }) => name === null)
    .flatMap((each) => textsOf(constantOf(each.value, script)));
  const flags = names.filter((name) => name.startsWith('-'));
  const flag = longest(flags);
  const key = flag === '' ? (names[0] ?? '') : flag.replace(/^-+/, '');
  if (key === '' || /^(help|version)$/.test(String(value('action')))) return [];
  const action = value('action') ?? 'store';
  const fallbackCode = argumentOf(all, 'default');
  const fallback = constantOf(fallbackCode, script);
  const given = value('type');
  const choices = value('choices');
  const element = Array.isArray(choices)
    ? choiceOf(choices)
    : ((typeof given === 'string' ? types[given] : undefined) ??
      (Array.isArray(fallback) ? typeOfValue(fallback[0]) : typeOfValue(fallback, fallbackCode)) ??
      'character');
  const nargs = value('nargs');
  const isMany =
    nargs === '*' || nargs === '+' || (typeof nargs === 'number' && nargs > 1) || action === 'append';
  const isSwitch = action === 'store_true' || action === 'store_false';
  const isPositional = flag === '';
  const text = plainText(words);
  const passing: Passing = isPositional
    ? { by: 'position', at, after: 0 }
    : isSwitch
      ? { by: 'option', flag, form: { kind: 'switch', on: flag, off: null }, after: 0 }
      : {
          by: 'option',
          flag,
          form: isMany
            ? { kind: action === 'append' ? 'repeated' : 'values', text }
            : { kind: 'value', text },
          after: 0,
        };
  const isRequired = isPositional
    ? nargs !== '?' && nargs !== '*' && fallbackCode === null
    : value('required') === true;
  const told = {
    key,
    typeId: isSwitch ? 'logical' : isMany ? `vector<${element}>` : element,
    isRequired,
    defaultValue: isSwitch ? action === 'store_true' && fallback === true : (fallback ?? null),
    defaultExpression: fallbackCode !== null && fallback === undefined ? shortCode(fallbackCode) : null,
    description: helpOf(value('help'), fallback),
    passing,
    from,
  };
  const dest = value('dest');
  return [checked(told, typeof dest === 'string' ? dest : key.replaceAll('-', '_'), checks)];
}
