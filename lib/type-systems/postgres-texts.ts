import type { Constraints } from '@/lib/inputs/input';
import { uuidConstraints } from '@/lib/type-systems/uuid';

export const longestText = 1073741824;

// The slash is escaped because browsers parse an input's pattern in the regular expressions' v mode. Matching pairs or
// fours would overflow the stack on a large value.
const binaryPattern = '(?:\\\\x[0-9a-fA-F]*|[A-Za-z0-9+\\/]*={0,2})';
const addressPattern = '[0-9a-fA-F.:]+(?:\\/\\d{1,3})?';
/** Pairs with separators, or halves, quarters, and the whole without, as the server reads them. */
const hardwarePattern =
  '(?:[0-9a-fA-F]{1,2}(?:(?::[0-9a-fA-F]{1,2}){5,7}|(?:-[0-9a-fA-F]{1,2}){5,7})' +
  '|[0-9a-fA-F]{6}[:\\-]?[0-9a-fA-F]{6}|[0-9a-fA-F]{8}[:\\-]?[0-9a-fA-F]{8}' +
  '|[0-9a-fA-F]{4}(?:[.\\-][0-9a-fA-F]{4}){2,3})';

const address: Constraints = {
  pattern: addressPattern,
  validationMessage: 'Must be an address such as 192.0.2.10, 192.0.2.0/24 or 2001:db8::1',
};
const hardwareAddress: Constraints = {
  pattern: hardwarePattern,
  validationMessage: 'Must be of form: xx:xx:xx:xx:xx:xx',
};
const binaryDigits: Constraints = {
  pattern: '[01]*',
  validationMessage: 'Must be binary digits, 0 or 1',
};

/** Whether a type is a range or a multirange that every server has. */
export const isBuiltInRange = (name: string): boolean =>
  /^(?:int4|int8|num|ts|tstz|date)(?:multi)?range$/.test(name);

/** Two bounds of each built-in range, by the part of the type's name in front of `range` or `multirange`. */
const rangeBounds = new Map<string, readonly [from: string, to: string]>([
  ['date', ['2026-01-01', '2026-02-01']],
  ['ts', ['2026-01-01 08:00', '2026-01-01 17:00']],
  ['tstz', ['2026-01-01 08:00+00', '2026-01-01 17:00+00']],
  ['num', ['1.5', '10']],
]);

/** A value of a range type or a multirange type, as people write it. A bracket includes the bound, a parenthesis doesn't. */
export function exampleRange(name: string): string {
  const [, of, isMulti] = /^(.*?)(multi)?range$/.exec(name) ?? [];
  const [from, to] = rangeBounds.get(of ?? '') ?? ['1', '10'];
  const range = `[${from},${to})`;
  return isMulti === undefined ? range : `{${range}}`;
}

/** The delimiters of a range or a multirange; the server parses the rest. */
export const rangeConstraints = (name: string): Constraints => ({
  pattern: '(?:[eE][mM][pP][tT][yY]|[\\[\\(][\\s\\S]*[\\]\\)]|\\{[\\s\\S]*\\})',
  validationMessage: `Must be a range such as ${exampleRange(name)}`,
});
const snapshot: Constraints = {
  pattern: '\\d+:\\d+:(?:\\d+(?:,\\d+)*)?',
  validationMessage: 'Must be of form: xmin:xmax:xip,xip',
};

/** Limits of the types that are written as text, by name; where the name has modifiers, see below. */
const constraintsByName = new Map<string, Constraints>([
  ['text', { maxLength: longestText }],
  ['citext', { maxLength: longestText }],
  ['xml', { maxLength: longestText }],
  ['character varying', { maxLength: longestText }],
  ['character', { maxLength: longestText }],
  // The server truncates both silently, counting bytes.
  ['"char"', { maxLength: 1, maxBytes: 1 }],
  ['name', { maxLength: 63, maxBytes: 63 }],
  ['uuid', uuidConstraints],
  [
    'bytea',
    {
      pattern: binaryPattern,
      validationMessage: 'Must be base64, or \\x and hexadecimal digits',
    },
  ],
  ['bit', binaryDigits],
  ['bit varying', binaryDigits],
  ['inet', address],
  ['cidr', address],
  ['macaddr', hardwareAddress],
  ['macaddr8', { ...hardwareAddress, validationMessage: 'Must be of form: xx:xx:xx:xx:xx:xx:xx:xx' }],
  ['tid', { pattern: '\\(\\d+,\\d+\\)', validationMessage: 'Must be of form: (block,row)' }],
  [
    'int2vector',
    { pattern: '(?:-?\\d+(?: -?\\d+)*)?', validationMessage: 'Must be numbers with spaces between' },
  ],
  ['oidvector', { pattern: '(?:\\d+(?: \\d+)*)?', validationMessage: 'Must be numbers with spaces between' }],
  ['pg_snapshot', snapshot],
  ['txid_snapshot', snapshot],
  [
    'pg_lsn',
    {
      pattern: '[0-9a-fA-F]{1,8}\\/[0-9a-fA-F]{1,8}',
      validationMessage: 'Must be two hexadecimal numbers such as 16/B374D848',
    },
  ],
]);

/** The limits of a type that is written as text. */
export function postgresText(name: string, modifiers: string | null): Constraints {
  const length = modifiers === null ? null : Number(modifiers);
  if (length !== null) {
    switch (name) {
      case 'character varying':
      case 'character':
        return { maxLength: length };
      case 'bit':
        return { pattern: `[01]{${length}}`, validationMessage: `Must be ${length} binary digits, 0 or 1` };
      case 'bit varying':
        return {
          pattern: `[01]{0,${length}}`,
          validationMessage: `Must be at most ${length} binary digits, 0 or 1`,
        };
    }
  }
  if (isBuiltInRange(name)) return rangeConstraints(name);
  return constraintsByName.get(name) ?? {};
}
