import fc from 'fast-check';

/** Texts that every source can store, including astral, right-to-left, combining, and control characters. */
export const anyText = fc
  .oneof(
    { arbitrary: fc.string({ unit: 'binary' }), weight: 3 },
    { arbitrary: fc.string({ unit: 'grapheme' }), weight: 2 },
    fc.constantFrom(
      '',
      ' ',
      'שלום',
      'e\u0301\u0302',
      '\u202Eabc',
      '👩‍👩‍👧',
      '\u{10FFFF}',
      '\r\n\t',
      '\u00a0',
      '\ufeff',
    ),
    fc.stringMatching(/^['"\\${}();,\-:=\s]{0,12}$/),
    fc.constantFrom(
      'NULL',
      'null',
      '{}',
      '\\N',
      '()',
      '"',
      "'",
      '\\',
      '\\\\x',
      '$1',
      '%s',
      '--',
      '/*',
      '__proto__',
    ),
  )
  .filter((text) => !text.includes('\0'));

/** Texts that no source can store. */
export const impossibleText = fc
  .tuple(fc.string(), fc.constantFrom('\0', '\ud800', '\udfff', '\udc00\ud800'), fc.string())
  .map(([before, bad, after]) => `${before}${bad}${after}`)
  .filter((text) => /\0|\p{Surrogate}/u.test(text));
