import { fallbackOf } from '../../values/join';
import { isTrue, native, nothing, plain, subjectOf, textOf, thingOf } from '../../values/make';
import type { Native } from '../../values/value';
import { ArgvSlice } from './slice';
import { WordTable } from './table';
import { OwnArgv } from './words';

/** R has five words of its own before those of the script, if it is asked for all. */
const ownWords = 5;

const commandArgs = native('trailingOnly asValues defaults ...', (call, machine) => {
  const { words } = machine.stateOf(OwnArgv);
  words.site ??= call.site;
  const defaults = call.value('defaults') ?? nothing;
  if (isTrue(call.value('asValues')))
    return thingOf(
      new WordTable(words, { prefix: '--' }, defaults.kind === 'items' ? defaults.items : [], call.site),
    );
  return thingOf(new ArgvSlice(words, isTrue(call.value('trailingOnly')) ? 0 : -ownWords));
});

/** R.utils: `cmdArg("rows", 10)` */
const cmdArg = native('name default ...', (call, machine) => {
  const name = textOf(call.value('name'));
  if (name === null) return nothing;
  const word = machine.stateOf(OwnArgv).words.word(`--${name}=`, call.site);
  const table = new WordTable(machine.stateOf(OwnArgv).words, { prefix: '--' }, [], call.site);
  const fallback = call.value('default');
  if (fallback !== undefined) table.offer(word, fallback);
  word.draft.offerFallback(fallback === undefined ? null : fallbackOf(fallback));
  word.value();
  return subjectOf(word.draft);
});

export const argvCalls: ReadonlyMap<string, Native> = new Map([
  ['commandArgs', commandArgs],
  ['cmdArg', cmdArg],
  ['nargs', native('', () => plain(0))],
]);
