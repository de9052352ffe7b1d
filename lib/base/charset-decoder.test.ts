import { expect, test } from 'vitest';
import { CharsetDecoder } from './charset-decoder';

test('the euro sign and quotes of windows-1252 are letters, also under its other names', () => {
  const bytes = Uint8Array.of(0x80, 0x93, 0x41, 0xe4, 0x94, 0x9f, 0x81);
  for (const label of ['windows-1252', 'iso-8859-1', 'latin1']) {
    expect(new CharsetDecoder(label).decode(bytes)).toBe('€“Aä”Ÿ\x81');
  }
  expect(new CharsetDecoder('windows-1251').decode(Uint8Array.of(0x80, 0xe4))).toBe('Ђд');
  expect(() => new CharsetDecoder('klingon')).toThrow(RangeError);
});
