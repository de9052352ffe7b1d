import { type Fallback, InputDraft, isNothing, type Site } from '../../values/draft';

/** An input of a script in R. */
export class Draft extends InputDraft {
  private nameRank = -1;
  /** Whether the code takes single parts out of its text, which then is no list. */
  isPicked = false;
  /** Whether it is read in every case. Then it is required, too, unless the script asks whether it is there. */
  isNeeded = false;
  /** Whether the code asks whether it is there. */
  isTested = false;

  /** @param owner the words of the command line that it is one of; null for others */
  constructor(
    site: Site,
    what: string,
    isTextual: boolean,
    readonly owner: object | null = null,
  ) {
    super(site, what, isTextual);
  }

  /**
   * Takes a name, unless it has one that tells more.
   *
   * @param rank 3 if it can't have another one, 2 for a variable of the script, 1 for others
   */
  name(key: string, rank: 1 | 2 | 3): void {
    const worth =
      rank < 2 && /^(x|v|val|value|a|arg|args|tmp|res|result|default|flag|name|key|\.x|i)$/.test(key)
        ? 0
        : rank;
    if (worth <= this.nameRank) return;
    this.key = key;
    this.nameRank = worth;
  }

  /** Notes that the script reads it in every case. */
  need(): void {
    this.isNeeded = true;
  }

  /** Notes the only values that the script takes. */
  close(values: readonly (string | number)[]): void {
    if (values.length > 0) this.choices ??= [...new Set(values)];
  }

  /** Takes a value that the code puts in its place if it is missing. */
  offerFallback(fallback: Fallback | null): void {
    if (fallback === null || this.isRequired) return;
    if ('literal' in fallback && fallback.literal === null) return;
    const known = this.fallback;
    if (known === null || ('literal' in known && isNothing(known.literal))) this.fallback = fallback;
  }
}
