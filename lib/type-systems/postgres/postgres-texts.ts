import type { Constraints } from '@/lib/inputs/input';
import { isBuiltInRange, rangeConstraints } from '@/lib/type-systems/postgres/postgres-ranges';
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
