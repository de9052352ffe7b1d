import type { Site } from '../../../values/draft';
import { beginningOf } from '../../builtins/patterns';
import { numberOf, thingOf, unknown } from '../../values/make';
import type { Elements, Interpreter, Thing, Value } from '../../values/value';
import { foundWord, narrowedWord } from './find-word';
import { openGlobals, WordTable } from './table';
import type { ArgvWords } from './words';

/** One of the words, of which any may be it. */
export class AnyWord implements Thing {
  constructor(
    private readonly words: ArgvWords,
    private readonly offset: number,
    private readonly pair = new Pair(words),
  ) {}

  named(name: string): void {
    this.words.elementLabel ??= name;
  }

  become(typeId: string): void {
    this.words.become(typeId);
  }

  passedOn(site: Site): void {
    if (this.words.named.length === 0) this.words.restFrom(this.offset, site, true);
  }

  compare(how: 'is' | 'begins', texts: readonly string[], site: Site): Value | null {
    return foundWord(this.words, how, texts, site);
  }

  without(pattern: string, site: Site): Value | null {
    const beginning = beginningOf(pattern);
    if (/\w/.test(beginning)) return this.words.word(beginning, site).value();
    if (/^\^?\(?-/.test(pattern)) {
      this.pair.prefix =
        /^\^?\(?(-+|-\*|-\+|-\{)/.exec(pattern)?.[0].includes('--') || /[+*{]/.test(pattern) ? '--' : '-';
      return thingOf(this);
    }
    if (/^\^?(\.\*|\[\^=\][*+])=/.test(pattern)) return thingOf(new PairValue(this.pair));
    return /^=/.test(pattern) ? thingOf(new PairKey(this.pair)) : thingOf(this);
  }

  split(divider: string): Value | null {
    return divider === '=' ? thingOf(this.pair) : null;
  }

  /** `assign` by code: `eval(parse(text = arg))` */
  setIndex(_object: Value, _value: Value, machine: Interpreter, site: Site): Value | null {
    openGlobals(new WordTable(this.words, { prefix: '' }, [], site), machine);
    return null;
  }
}

/** A word that was taken apart at its equals sign. */
export class Pair implements Thing {
  /** The dashes before its key. */
  prefix = '';

  constructor(readonly words: ArgvWords) {}

  index(key: Value, machine: Interpreter): Value | null {
    switch (numberOf(key)) {
      case 1:
        return thingOf(new PairKey(this));
      case 2:
        return narrowedWord(machine)?.value() ?? thingOf(new PairValue(this));
      default:
        return unknown;
    }
  }

  length(): Value {
    return unknown;
  }
}

/** All words, each taken apart at its equals sign. */
export class PairList implements Thing {
  private readonly pair: Pair;

  constructor(words: ArgvWords) {
    this.pair = new Pair(words);
  }

  index(): Value {
    return thingOf(this.pair);
  }

  elements(): Elements {
    return { items: [{ name: null, value: thingOf(this.pair) }], isOpen: true };
  }
}

export class PairKey implements Thing {
  constructor(private readonly pair: Pair) {}

  without(pattern: string): Value {
    if (/-/.test(pattern)) this.pair.prefix = /^\^?-(?![-+*{])/.test(pattern) ? '-' : '--';
    return thingOf(this);
  }

  compare(_how: 'is' | 'begins', texts: readonly string[], site: Site): Value | null {
    const { words, prefix } = this.pair;
    const flags = texts.map((text) => `${text.startsWith('-') ? '' : prefix}${text}=`);
    return foundWord(words, 'is', flags, site);
  }

  /** `params[[key]] <- value` */
  setIndex(object: Value, _value: Value, machine: Interpreter, site: Site): Value | null {
    const defaults = object.kind === 'items' ? object.items : [];
    const table = new WordTable(this.pair.words, this.pair, defaults, site);
    if (object.kind !== 'library') return thingOf(table);
    openGlobals(table, machine);
    return null;
  }
}

export class PairValue implements Thing {
  constructor(private readonly pair: Pair) {}

  narrowed(machine: Interpreter): Value | null {
    return narrowedWord(machine)?.value() ?? null;
  }

  without(): Value {
    return thingOf(this);
  }

  split(): Value {
    return thingOf(this);
  }

  index(): Value {
    return thingOf(this);
  }

  passedOn(): void {
    void this.pair;
  }
}
