import type { Site } from '../../../values/draft';
import { beginningOf } from '../../builtins/patterns';
import { AfterWord } from '../../interpreter/operators';
import { fallbackOf } from '../../values/join';
import {
  itemsOf,
  jsonOf,
  numberOf,
  plain,
  textOf,
  thingOf,
  unknown,
  unknownCode,
  vectorOf,
} from '../../values/make';
import { countTest } from '../../values/tests';
import type { Elements, Interpreter, Need, Test, Thing, Value } from '../../values/value';
import { AnyWord, PairList } from './elements';
import { foundWord, narrowedWord } from './find-word';
import { type ArgvWords, NamedWord } from './words';

const generic =
  /^(args?|argv|arguments|cmd_?args?|command_?args?|cli_?args?|x|a|opts?|raw|params|input_args|cmd)$/i;

/** Words that R itself gets: `--file=job.R` is the script. */
const ofR = /^\^?--(file|args|no-echo|slave|no-restore|vanilla)\b/;

/** A part of the words: from a place on. */
export class ArgvSlice implements Thing {
  constructor(
    readonly words: ArgvWords,
    private readonly offset: number,
    private readonly end: number | null = null,
  ) {}

  named(name: string): void {
    if (!generic.test(name)) this.words.restLabel ??= name;
  }

  passedOn(site: Site): void {
    this.words.restFrom(Math.max(0, this.offset), site, true);
  }

  become(typeId: string): void {
    this.words.become(typeId);
  }

  index(key: Value, machine: Interpreter, site: Site): Value | null {
    if (key.kind === 'test')
      return key.test.word === null ? this.passing(site) : this.wordText(key.test.word);
    if (key.kind === 'thing') return this.atThing(key.thing, machine, site);
    const at = numberOf(key);
    if (at !== null) {
      if (at < 0) return this.from(this.offset - at, site);
      return this.offset + at - 1 < 0 ? unknown : this.words.at(this.offset + at - 1, site, machine);
    }
    const json = jsonOf(key);
    if (Array.isArray(json) && json.every((each) => typeof each === 'number' && each > 0))
      return vectorOf(json.map((each) => this.words.at(this.offset + Number(each) - 1, site, machine)));
    const name = textOf(key);
    if (name !== null && this.words.labels.includes(name))
      return this.words.at(this.words.labels.indexOf(name), site, machine);
    return key.kind === 'unknown'
      ? (narrowedWord(machine)?.value() ?? thingOf(new AnyWord(this.words, Math.max(0, this.offset))))
      : null;
  }

  private atThing(thing: Thing, machine: Interpreter, site: Site): Value | null {
    if (thing instanceof AfterWord) return thing.word.value();
    if (thing instanceof Places) return this.from(this.offset + thing.from - 1, site);
    if (thing instanceof Count) return thingOf(new LastWord(this.words));
    if (thing instanceof Joined || thing instanceof WordOfR) return thingOf(thing);
    return narrowedWord(machine)?.value() ?? thingOf(new AnyWord(this.words, Math.max(0, this.offset)));
  }

  private passing(_site: Site): Value {
    return thingOf(this);
  }

  private wordText(word: unknown): Value {
    return word instanceof NamedWord ? thingOf(new Joined(word)) : unknown;
  }

  private from(offset: number, site: Site): Value {
    const slice = new ArgvSlice(this.words, offset, this.end);
    if (offset > this.offset || offset > 0) this.words.restFrom(Math.max(0, offset), site, true);
    return thingOf(slice);
  }

  member(name: string, machine: Interpreter, site: Site): Value | null {
    return this.words.labels.includes(name) ? this.index(plain(name), machine, site) : null;
  }

  /** `args[2] <- "100"` is what the script takes if there is no second word. */
  setIndex(key: Value, value: Value): Value | null {
    const at = numberOf(key);
    if (at === null || at < 1) return null;
    const place = this.offset + at - 1;
    this.words.offer(place, fallbackOf(value));
    return null;
  }

  setNames(names: readonly string[]): void {
    this.words.labels = names;
  }

  elements(machine: Interpreter, site: Site): Elements {
    if (this.end !== null) {
      const places = Array.from({ length: Math.max(0, this.end - this.offset) }, (_, at) => this.offset + at);
      return {
        items: places.map((place) => ({ name: null, value: this.words.at(place, site, machine) })),
        isOpen: false,
      };
    }
    this.words.restFrom(Math.max(0, this.offset), site, false);
    return {
      items: [{ name: null, value: thingOf(new AnyWord(this.words, Math.max(0, this.offset))) }],
      isOpen: true,
    };
  }

  compare(how: 'is' | 'begins', texts: readonly string[], site: Site): Value | null {
    if (this.offset < 0 && texts.every((text) => ofR.test(text))) return thingOf(new WordOfR());
    return foundWord(this.words, how, texts, site);
  }

  contains(text: string, _machine: Interpreter, site: Site): Test | null {
    const found = foundWord(this.words, 'is', [text], site);
    return found?.kind === 'test' ? found.test : null;
  }

  without(pattern: string, site: Site): Value | null {
    if (this.offset < 0 && ofR.test(pattern)) return unknown;
    const beginning = beginningOf(pattern);
    return /\w/.test(beginning) ? this.words.word(beginning, site).value() : thingOf(this);
  }

  split(divider: string): Value | null {
    return divider === '=' ? thingOf(new PairList(this.words)) : null;
  }

  length(): Value {
    return thingOf(new Count(this.words, this.offset));
  }

  isEmpty(): Test {
    return countTest(this.words, [this.atLeast(1)], []);
  }

  atLeast(count: number): Need {
    const least = this.offset + count;
    return { about: this.words, least, require: () => this.words.need(least) };
  }

  /** `if (length(args) == 0) args <- c("a", "b")` */
  join(other: Value): boolean {
    const values = other.kind === 'items' ? other.items.map((item) => item.value) : [other];
    for (const [at, value] of values.entries())
      if (value.kind === 'plain') this.words.offer(this.offset + at, fallbackOf(value));
    return true;
  }
}

/** A word of R's own, which nobody is asked for. */
class WordOfR implements Thing {
  index(): Value {
    return unknown;
  }
}

/** How many words there are. */
class Count implements Thing {
  constructor(
    private readonly words: ArgvWords,
    private readonly offset: number,
  ) {}

  atLeast(count: number): Need {
    const least = this.offset + count;
    return { about: this.words, least, require: () => this.words.need(least) };
  }

  isEmpty(): Test {
    return countTest(this.words, [this.atLeast(1)], []);
  }

  range(from: number): Value {
    return thingOf(new Places(from));
  }

  elements(): Elements {
    return { items: [{ name: null, value: unknownCode(null) }], isOpen: true };
  }
}

/** The places of words from one on. */
class Places implements Thing {
  constructor(readonly from: number) {}

  elements(): Elements {
    return { items: [{ name: null, value: unknownCode(null) }], isOpen: true };
  }
}

/** The last of any number of words. */
class LastWord implements Thing {
  constructor(private readonly words: ArgvWords) {}

  become(typeId: string): void {
    this.words.become(typeId);
  }

  passedOn(site: Site): void {
    this.words.restFrom(0, site, true);
  }
}

/** A word with its value in it: `--rows=3`. */
export class Joined implements Thing {
  constructor(readonly word: NamedWord) {}

  index(): Value {
    return thingOf(this);
  }

  without(): Value {
    return this.word.value();
  }

  split(): Value {
    return itemsOf([
      { name: null, value: plain(this.word.flag) },
      { name: null, value: this.word.value() },
    ]);
  }

  isEmpty(): Test {
    const { draft } = this.word;
    draft.isTested = true;
    return { ...countTest(draft, [draft], []) };
  }

  length(): Value {
    return thingOf(this);
  }

  atLeast(count: number): Need {
    const { draft } = this.word;
    draft.isTested = true;
    return count <= 1 ? draft : { about: this, least: count, require: () => undefined };
  }
}
