import { z } from 'zod';

const LETTERS = String.raw`\p{L}\p{M}\p{N}`;

/**
 * What `z.email()` takes, with the letters, marks, and digits of every script (RFC 6531). Invisible characters and
 * everything that would end an address in a header stay out.
 */
const PATTERN = new RegExp(
  `^(?!.*\\p{DI})(?:[${LETTERS}_'+\\-]+\\.)*[${LETTERS}_'+\\-]*[${LETTERS}_+\\-]@(?:[${LETTERS}](?:[${LETTERS}\\-]*[${LETTERS}])?\\.)+(?:[\\p{L}\\p{M}]{2,}|[Xx][Nn]--[A-Za-z0-9\\-]+)$`,
  'u',
);

/**
 * An email address. The same letters are the same address, however a keyboard composes them. Descriptions of the API get the
 * format alone: regular expressions of other languages don't know these classes of letters.
 */
export const emailAddress = (message = 'Not a valid email!') =>
  z
    .string()
    .normalize('NFC')
    .refine((text) => PATTERN.test(text), message)
    .meta({ format: 'idn-email' });

/** Whether an address needs a mail server that takes letters outside ASCII before the @. Its domain has an ASCII form. */
export const needsUnicode = (address: string): boolean =>
  /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf('@')));
