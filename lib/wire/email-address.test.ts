import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emailAddress, needsUnicode } from './email-address';

const isAddress = (text: string): boolean => emailAddress().safeParse(text).success;

describe('an email address', () => {
  it.each([
    'rita@example.com',
    "o'brien+pushboard@mail.example.co",
    'jörg.müller@example.com',
    'jörg@bücher.example',
    '用户@例子.中国',
    'δοκιμή@παράδειγμα.ελ',
    'संपर्क@example.org',
    'rita@xn--bcher-kva.example',
    'rita@example.xn--p1ai',
  ])('%s is one', (text) => expect(isAddress(text)).toBe(true));

  it.each([
    'rita',
    'rita@localhost',
    '.rita@example.com',
    'rita@@example.com',
    'rita @example.com',
    'rita\u200b@example.com',
    'rita\u202e@example.com',
    'rita\ufe0f@example.com',
    '\u3164@example.com',
    'rita@example.com\r\nBcc: x@example.com',
    '<rita>@example.com',
    'rita@-example.com',
    'rita@example..com',
    'rita@exam\u3002com',
  ])('%j is not', (text) => expect(isAddress(text)).toBe(false));

  it('is the same however its letters are composed', () => {
    expect(emailAddress().parse('jo\u0308rg@example.com')).toBe('j\u00f6rg@example.com');
  });

  it('needs a server with SMTPUTF8 only for what is before the @', () => {
    expect(needsUnicode('jörg@example.com')).toBe(true);
    expect(needsUnicode('rita@bücher.example')).toBe(false);
  });

  it('is described without a pattern, which clients in other languages could not read', () => {
    const described = z.toJSONSchema(emailAddress().max(254));
    expect(described).toMatchObject({ type: 'string', format: 'idn-email', maxLength: 254 });
    expect(described).not.toHaveProperty('pattern');
  });
});
