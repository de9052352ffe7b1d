import type { Site } from '../../../values/draft';
import { fallbackOf } from '../../values/join';
import { jsonOf, textOf, thingOf, typeOf, unknown } from '../../values/make';
import { plainTest } from '../../values/tests';
import type { Interpreter, Item, Test, Thing, Value } from '../../values/value';
import type { ArgvWords, NamedWord } from './words';

/** What a script makes of words such as `rows=10`: a list with a value for each key. */
export class WordTable implements Thing {
  private readonly own = new Map<string, Value>();

  /** @param how the dashes before each key, which the code may tell later */
  constructor(
    private readonly words: ArgvWords,
    private readonly how: { prefix: string },
    defaults: readonly Item[],
    private readonly site: Site,
  ) {
    for (const { name, value } of defaults) if (name !== null) this.offer(this.word(name, site), value);
  }

  word(name: string, site: Site): NamedWord {
    return this.words.word(`${this.how.prefix}${name}=`, site);
  }

  offer(word: NamedWord, value: Value): void {
    const typeId = typeOf(value);
    word.value();
    if (value.kind === 'items') {
      word.draft.isList = true;
      word.draft.divider = ',';
    }
    if (jsonOf(value) !== undefined) {
      const isWhole = value.kind === 'plain' && Number.isInteger(value.value) && value.typeId !== 'numeric';
      if (typeId !== null && typeId !== 'character')
        word.draft.become(
          isWhole && value.kind === 'plain' && value.typeId === 'integer' ? 'integer' : typeId,
        );
      word.draft.offerFallback(fallbackOf(value));
    }
  }

  member(name: string, _machine: Interpreter, site: Site): Value {
    return this.own.get(name) ?? this.word(name, site).value();
  }

  index(key: Value, machine: Interpreter, site: Site): Value | null {
    const name = textOf(key);
    return name === null ? unknown : this.member(name, machine, site);
  }

  setMember(name: string, value: Value): void {
    const word = this.word(name, this.site);
    if (value.kind === 'subject' && value.draft === word.draft) return;
    word.value();
    if (jsonOf(value) !== undefined) word.draft.offerFallback(fallbackOf(value));
    else this.own.set(name, value);
  }

  setIndex(key: Value, value: Value): Value | null {
    const name = textOf(key);
    if (name !== null) this.setMember(name, value);
    return null;
  }

  names(): Value {
    return thingOf(this);
  }

  contains(text: string, _machine: Interpreter, site: Site): Test | null {
    const word = this.word(text, site);
    word.value();
    word.draft.isTested = true;
    return { ...plainTest(null), missing: { whenTrue: [], whenFalse: [word.draft] }, about: [word.draft] };
  }
}

/** Lets words set the variables of the script: those that it has given values, and those that it gives none. */
export function openGlobals(table: WordTable, machine: Interpreter): void {
  const site = { path: machine.main.path, line: 1 };
  for (const [name, value] of [...machine.global.names]) {
    const isSetting = value.kind === 'plain' || value.kind === 'null' || value.kind === 'na';
    if (!isSetting || !/^[A-Za-z]/.test(name)) continue;
    const word = table.word(name, site);
    table.offer(word, value);
    machine.global.set(name, word.value());
  }
  machine.undefinedNames = (name) => (/^[a-z][\w.]*$/.test(name) ? table.member(name, machine, site) : null);
}
