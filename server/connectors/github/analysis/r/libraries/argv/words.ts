import type { Fallback, Site } from '../../../values/draft';
import type { Found } from '../../result/found';
import { Draft } from '../../values/draft';
import { subjectOf } from '../../values/make';
import { missingTest, opposite, plainTest } from '../../values/tests';
import type { Interpreter, Test, Value, Word } from '../../values/value';

/** A word that a script looks for: `--rows 3`, `--rows=3`, `rows=3`, or `--quiet` alone. */
export class NamedWord implements Word {
  isValued = false;
  readonly draft: Draft;
  /** Other words that mean the same. */
  readonly aliases: string[] = [];

  /** @param flag with its dashes, without an equals sign */
  constructor(
    public flag: string,
    public isJoined: boolean,
    private readonly words: ArgvWords,
    site: Site,
  ) {
    this.draft = new Draft(site, 'commandArgs', true);
    this.draft.name(flag.replace(/^-+/, ''), 3);
  }

  value(): Value {
    this.isValued = true;
    return subjectOf(this.draft);
  }

  merge(other: Word): Word {
    if (other === this || !(other instanceof NamedWord)) return this;
    const [kept, dropped]: NamedWord[] = other.flag.length > this.flag.length ? [other, this] : [this, other];
    if (kept === undefined || dropped === undefined) return this;
    kept.aliases.push(dropped.flag, ...dropped.aliases);
    this.words.drop(dropped);
    return kept;
  }

  /** Whether it is there. */
  test(): Test {
    const { draft } = this;
    const there = opposite(missingTest(draft));
    return {
      ...plainTest(null),
      missing: there.missing,
      terms: there.terms,
      about: [draft],
      of: draft,
      word: this,
    };
  }

  found(): Found {
    const { draft, flag } = this;
    if (!this.isValued) {
      draft.typeId = 'logical';
      draft.fallback = { literal: false };
      draft.isRequired = false;
      return { draft, way: { by: 'switch', on: flag, off: null }, after: 0 };
    }
    const joined = flag.startsWith('--') ? flag : `${flag}=`;
    const way = this.isJoined
      ? ({ by: 'option', flag: joined, shape: 'value' } as const)
      : ({ by: 'option', flag, shape: 'separate' } as const);
    return { draft, way, after: 0 };
  }
}

const helping = /^-*(help|h|version|usage|\?)$/;

/** The words of a command line that a script reads itself. */
export class ArgvWords {
  /** By place, from 0. */
  readonly places = new Map<number, Draft>();
  /** A list of the words from a place on. */
  rest: { from: number; draft: Draft } | null = null;
  private isRestWeak = true;
  readonly named: NamedWord[] = [];
  /** How many words there must be. */
  least = 0;
  /** The type that all of them are converted to. */
  typeId: string | null = null;
  /** What the script calls them, by their places. */
  labels: readonly string[] = [];

  /** What the script calls a list of them, and one of such a list. */
  restLabel: string | null = null;
  elementLabel: string | null = null;
  private readonly offered = new Map<number, Fallback>();
  /** Where the script asks for them; null for those that a package hands on. */
  site: Site | null = null;

  constructor(readonly what: string) {}

  /** Takes a value that the code puts at a place where no word is. */
  offer(place: number, fallback: Fallback | null): void {
    if (fallback === null) return;
    const draft = this.places.get(place);
    if (draft === undefined) this.offered.set(place, fallback);
    else draft.offerFallback(fallback);
  }

  at(place: number, site: Site, machine: Interpreter): Value {
    const known = this.places.get(place);
    const draft = known ?? new Draft(site, this.what, true, this);
    this.places.set(place, draft);
    draft.offerFallback(this.offered.get(place) ?? null);
    if (this.typeId !== null) draft.become(this.typeId);
    const label = this.labels[place];
    if (label !== undefined && label !== '') draft.name(label, 3);
    machine.need({ about: this, least: place + 1, require: () => this.need(place + 1) });
    return subjectOf(draft);
  }

  need(count: number): void {
    this.least = Math.max(this.least, count);
  }

  become(typeId: string): void {
    this.typeId = typeId;
    for (const draft of this.places.values()) draft.become(typeId);
    this.rest?.draft.become(typeId);
  }

  /** @param isWeak whether it only matters if nothing else is read, as in a message with all words */
  restFrom(from: number, site: Site, isWeak: boolean): Draft {
    const known = this.rest;
    if (!isWeak) this.isRestWeak = false;
    if (known !== null && known.from <= from) return known.draft;
    const draft = known?.draft ?? new Draft(site, this.what, true, this);
    draft.isList = true;
    if (this.typeId !== null) draft.become(this.typeId);
    this.rest = { from, draft };
    return draft;
  }

  /** @param text a word, with an equals sign at its end if its value follows in the same word */
  word(text: string, site: Site): NamedWord {
    const isJoined = text.endsWith('=');
    const flag = text.replace(/[=\s]+$/, '');
    const known = this.named.find((word) => word.flag === flag || word.aliases.includes(flag));
    if (known !== undefined) {
      known.isJoined ||= isJoined;
      return known;
    }
    const word = new NamedWord(flag, isJoined, this, site);
    this.named.push(word);
    return word;
  }

  drop(word: NamedWord): void {
    const at = this.named.indexOf(word);
    if (at >= 0) this.named.splice(at, 1);
  }

  /** Words that the script only fills in are read by others, who get all of them. */
  private takeOffered(): void {
    const [last] = [...this.offered.keys()].sort((a, b) => b - a);
    if (last === undefined || this.site === null || last > 20) return;
    for (let place = 0; place <= last; place += 1) {
      const draft = new Draft(this.site, this.what, true, this);
      draft.offerFallback(this.offered.get(place) ?? null);
      this.places.set(place, draft);
    }
  }

  /** What was read: words with names, then those by places, then the others. */
  found(): Found[] {
    if (this.places.size === 0) this.takeOffered();
    const named = this.named.filter(({ flag }) => !helping.test(flag)).map((word) => word.found());
    const places = [...this.places].sort(([a], [b]) => a - b);
    const inputs = places.map(([place, draft]): Found => {
      draft.isRequired = place < this.least && draft.fallback === null;
      draft.name(`argument_${place + 1}`, 1);
      draft.key ??= `argument_${place + 1}`;
      return { draft, way: { by: 'position' }, after: 0 };
    });
    const { rest } = this;
    const isOffered = rest !== null && named.length === 0 && !(this.isRestWeak && places.length > 0);
    if (!isOffered || rest === null) return [...named, ...inputs];
    rest.draft.isRequired = rest.from < this.least;
    rest.draft.key ??= this.restLabel ?? this.elementLabel ?? 'arguments';
    const all: Found = { draft: rest.draft, way: { by: 'position' }, after: 0 };
    const isAfter = places.every(([place]) => place < rest.from);
    // Places within the list belong to it.
    if (isAfter) return [...named, ...inputs, all];
    return places.every(([place]) => place >= rest.from) ? [...named, all] : [...named, ...inputs];
  }
}

/** The words of the script's own command line. */
export class OwnArgv {
  readonly words = new ArgvWords('commandArgs');
}
