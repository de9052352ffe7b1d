import fc from 'fast-check';

/** The values of a run: each as JSON text, since doubles would round it, and as the source stores it. */
export interface Sample {
  /** The JSON of `{input: value}`. */
  json: string;
  /** The text of each column in the source; null is null. */
  stored: (string | null)[];
}

interface Part {
  json: string;
  stored: string | null;
}

const textPart = (text: string): Part => ({ json: JSON.stringify(text), stored: text });
const written = (text: string): Part => ({ json: text, stored: text });
const none: Part = { json: 'null', stored: null };

/** An empty text is an emptied input, which this one takes as an empty text. */
const texts = fc
  .oneof(
    fc.constantFrom('', ' ', '\t', '1.10', '-0', '007', '9007199254740993', '1e400', 'null', 'NULL', 'true'),
    fc.constantFrom('"', '\\', '\\u0041', ',', ';', "'", "it''s", '\r\n', 'a\nb', '\u00a0', '\ufeff', '[1]'),
    fc.constantFrom(
      '😀',
      '👩‍👩‍👧',
      '\u{10ffff}',
      '\u202eabc',
      'שלום',
      'e\u0301',
      '\uFDD0',
      '\uFDD0x',
      'a\uFDD01',
      '_x0041_',
    ),
    fc.constantFrom('#N/A', '$1', '%s', '{{t}}', '<b>&amp;</b>', ']]>', '--', '__proto__', '2026-02-30'),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  )
  .filter((text) => !/\0|\p{Surrogate}/u.test(text));

const digits = fc.oneof(
  fc.constantFrom(
    '9007199254740993',
    '1.10',
    '0.10',
    '0',
    '-0.00',
    '123456789012345678901234567890.5',
    '1.0000000000000001',
  ),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.nat(99))
    .map(([whole, cents]) => `${whole}.${cents}`),
);
/** As Postgres writes it: zero has no sign. */
const numbers = digits.map((text) => ({ json: text, stored: text.replace(/^-(?=0(\.0*)?$)/, '') }));
const wholes = fc
  .oneof(
    fc.constantFrom(9007199254740993n, 2n ** 63n - 1n, -(2n ** 63n), 0n, -1n),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  )
  .map(String);
const days = fc.constantFrom(
  '0001-01-01',
  '9999-12-31',
  '2024-02-29',
  '1969-12-31',
  '10000-01-01',
  '5874897-12-31',
);
const moments = fc.constantFrom(
  '0001-01-01T00:00:00',
  '9999-12-31T23:59:59.999999',
  '2026-03-29T02:30:00',
  '1970-01-01T00:00:00.000001',
);
const orNull = (part: fc.Arbitrary<Part>): fc.Arbitrary<Part> =>
  fc.option(part).map((given) => given ?? none);

/** JSON as jsonb keeps it: what it says of order and doubled keys is its own. */
const documents = fc
  .array(
    fc.oneof(
      digits.filter((text) => !text.startsWith('-0')),
      texts.map((text) => JSON.stringify(text)),
      fc.constantFrom('null', 'true', '[]', '{}'),
    ),
    {
      maxLength: 4,
    },
  )
  .map((members) => `{${members.map((member, index) => `"k${index}": ${member}`).join(', ')}}`);
const lists = fc
  .array(texts, { maxLength: 3 })
  .map((items) => ({ json: JSON.stringify(items), stored: JSON.stringify(items) }));

export const columns = ['t', 'n', 'b', 'd', 'm', 'j', 'list'] as const;

export const samples: fc.Arbitrary<Sample> = fc
  .tuple(
    texts.map(textPart),
    orNull(numbers),
    orNull(wholes.map(written)),
    orNull(days.map(textPart)),
    orNull(moments.map(textPart)),
    documents.map(written),
    lists,
  )
  .map((parts) => ({
    json: `{${parts.map(({ json }, index) => `"${columns[index]}":${json}`).join(',')}}`,
    stored: parts.map(({ stored }) => stored),
  }));
