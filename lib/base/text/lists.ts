const conjunction = new Intl.ListFormat('en', { type: 'conjunction' });
const disjunction = new Intl.ListFormat('en', { type: 'disjunction' });

/** Names in a sentence about all of them: `Ana`, `Ana and Ben`, `Ana, Ben, and Cleo`. */
export const allOf = (names: Iterable<string>): string => conjunction.format(names);

/** Names in a sentence about one of them: `Ana, Ben, or Cleo`. */
export const anyOf = (names: Iterable<string>): string => disjunction.format(names);
