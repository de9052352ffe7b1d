import { readUsage, type UsageInput } from '../../docopt/usage';
import type { Site } from '../../values/draft';
import type { Found, FoundCommand } from '../result/found';
import { Draft } from '../values/draft';
import { argument, textOf, thingOf, unknown } from '../values/make';
import type { Interpreter, NativeCall } from '../values/value';
import { Starts } from './starts';

/** The usage texts of a script. */
export class DocoptCalls {
  readonly all: { doc: string; site: Site }[] = [];
}

const docopt: NativeCall = (args, machine) => {
  if (!machine.isSweeping) machine.stateOf(Starts).isStarted = true;
  const doc = textOf(argument(args, 'doc', 0));
  if (doc === null)
    machine.note(args.site, 'The usage text of docopt is computed, so its options are not offered.');
  else machine.stateOf(DocoptCalls).all.push({ doc, site: args.site });
  return thingOf({ item: () => unknown });
};

export const docoptCalls: [string, NativeCall][] = [['docopt.docopt', docopt]];

/** The commands of usage texts. */
export function docoptCommands(machine: Interpreter): FoundCommand[] {
  return machine.stateOf(DocoptCalls).all.flatMap(({ doc, site }) => {
    const { description, commands } = readUsage(doc);
    return commands.map(({ words, inputs }) => ({
      name: words.length === 0 ? null : words.join(' '),
      description,
      entry: { kind: 'program', words: [...words], endsOptions: true },
      inputs: inputs.map((input) => inputOf(input, words.length, site)),
    }));
  });
}

function inputOf(input: UsageInput, after: number, site: Site): Found {
  const { key, flag, takesValue, help, fallback, isRequired, isMany } = input;
  const draft = new Draft(site, 'docopt', false);
  draft.key = key;
  draft.description = help;
  draft.isRequired = isRequired;
  draft.isList = isMany;
  if (flag === null) return { draft, way: { by: 'position' }, after };
  if (!takesValue) {
    draft.typeId = 'bool';
    draft.fallback = { literal: false };
    return { draft, way: { by: 'switch', on: flag, off: null }, after: 0 };
  }
  if (fallback !== null) draft.fallback = { literal: fallback };
  if (fallback !== null && /^-?\d+$/.test(fallback)) draft.typeId = 'int';
  else if (fallback !== null && /^-?\d*\.\d+$/.test(fallback)) draft.typeId = 'float';
  return { draft, way: { by: 'option', flag, shape: isMany ? 'repeated' : 'value' }, after: 0 };
}
