import type { z } from 'zod';
import {
  type findDropdownOptions as findOptionsOperation,
  type foundOptions,
  MOST_NAMESAKES,
} from '@/lib/contract/command/dropdown-options';
import type { Context } from '@/server/operations/context';
import { currentOptions } from '@/server/runs/options/current-options';
import type { Option, Options } from '@/server/runs/options/result-options';

const plain = (name: string): string => name.trim().toLowerCase();

/** Options are kept by their results; so are their names, for the next texts of the same rows. */
const namedOptions = new WeakMap<Options, ReadonlyMap<string, readonly Option[]>>();

function byName(options: Options): ReadonlyMap<string, readonly Option[]> {
  const known = namedOptions.get(options);
  if (known !== undefined) return known;
  const names = new Map<string, Option[]>();
  for (const option of options.list) {
    const name = plain(option.display);
    const same = names.get(name);
    if (same === undefined) names.set(name, [option]);
    else same.push(option);
  }
  namedOptions.set(options, names);
  return names;
}

/** Which options of an input's dropdown texts may mean: as their value, or as their name. */
export async function findDropdownOptions(
  context: Context<typeof findOptionsOperation>,
): Promise<z.output<typeof foundOptions>> {
  const { texts, values } = context.body;
  const { options, state, message, needs } = await currentOptions(context, values ?? {}, false);
  const names = byName(options);
  return {
    state,
    message,
    needs,
    found: texts.flatMap((text) => {
      const isValue = options.byText.has(text.trim());
      const named = namesakes(names.get(plain(text)) ?? [], text, isValue);
      return isValue || named.length > 0 ? [{ text, isValue, named: named.slice(0, MOST_NAMESAKES) }] : [];
    }),
  };
}

/** The values of the options with this name; in another case only if no option has it as its name or value. */
function namesakes(options: readonly Option[], text: string, isValue: boolean) {
  const exact = options.filter(({ display }) => display.trim() === text.trim());
  const taken = exact.length > 0 || isValue ? exact : options;
  return taken.map(({ value }) => value);
}
