import { expect, test } from 'vitest';
import { fileNameOf } from './file-name';

const named = (disposition: string) =>
  fileNameOf({
    headers: [['content-disposition', disposition]],
    address: 'https://api.example/files/last.bin',
  });

test.each([
  ['../../x', 'x'],
  ['..%2F..%2Fx', 'x'],
  ['a%00b', 'ab'],
  ['%E2%80%AEfdp.exe', 'fdp.exe'],
  ['CON', 'CON'],
  ['report...', 'report'],
  ['...', 'file'],
  ['x'.repeat(300), 'x'.repeat(200)],
  [encodeURIComponent(`a${'😀'.repeat(300)}`), `a${'😀'.repeat(199)}`],
])('S43 an answer that names its file %s', (written, expected) => {
  expect(named(`attachment; filename*=UTF-8''${written}`)).toBe(expected);
});

test('without a name, the end of the address is one', () => {
  expect(named('attachment')).toBe('last.bin');
});
