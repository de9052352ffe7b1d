/** Words that scripts take for true, in small letters. */
export const truthy = ['true', '1', 'yes', 'y', 'on', 't', 'ja', 'j'];
/** Words that scripts take for false, each at the place of its opposite. */
export const falsy = ['false', '0', 'no', 'n', 'off', 'f', 'nein', ''];

/** The words for true and false of an input that is compared with `compared`; what is missing is the opposite of the other. */
export function booleanWords(compared: Iterable<string>): [string, string] {
  const told = [...compared];
  const yes =
    told.find((word) => word.toLowerCase() === 'true') ??
    told.find((word) => truthy.includes(word.toLowerCase()));
  const no = told.find((word) => falsy.includes(word.toLowerCase()));
  return [yes ?? opposite(no ?? 'false'), no ?? opposite(yes ?? 'true')];
}

/** The word that goes with another one: `no` with `yes`. */
function opposite(word: string): string {
  const [from, to] = truthy.includes(word.toLowerCase()) ? [truthy, falsy] : [falsy, truthy];
  const found = to[from.indexOf(word.toLowerCase())] || 'false';
  if (word === word.toUpperCase() && /[A-Z]/.test(word)) return found.toUpperCase();
  return /^[A-Z]/.test(word) ? found.charAt(0).toUpperCase() + found.slice(1) : found;
}
