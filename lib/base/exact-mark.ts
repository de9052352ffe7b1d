/**
 * Begins the text that stands for a number which `JSON.stringify` would write differently, such as `1.10` or
 * `9007199254740993`. Unicode reserves this code point for the inside of programs, so no text that people exchange has
 * it. One that has it nevertheless, in front of a number, is held with one more of them, and stays a text.
 */
export const MARK = '\uFDD0';

/** What isn't a number in JSON, such as `007`, stays for the parser to refuse. */
export const validNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** How many marks a text begins with if a number is all that follows them; 0 for every other text. */
export function marksOf(text: string): number {
  if (text.charCodeAt(0) !== 0xfdd0) return 0;
  let marks = 1;
  while (text[marks] === MARK) marks += 1;
  return validNumber.test(text.slice(marks)) ? marks : 0;
}

/** A text as our programs hold it, from where it can't be a number: a cell, or a line that was typed. */
export const heldText = (text: string): string => (marksOf(text) > 0 ? MARK + text : text);

/** A text that our programs hold, as it was; any other value is itself. */
export const plainText = <Value>(held: Value): Value | string =>
  typeof held === 'string' && marksOf(held) > 1 ? held.slice(1) : held;
