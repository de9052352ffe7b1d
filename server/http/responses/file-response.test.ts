import { expect, test } from 'vitest';
import { fileResponse, safeFileName } from './file-response';

test.each([
  ['../../x', 'x'],
  ['..\\..\\x.csv', 'x.csv'],
  ['/etc/passwd', 'etc passwd'],
  ['a\0b.csv', 'a b.csv'],
  ['a\r\nSet-Cookie: b', 'a Set-Cookie b'],
  ['\u202Efdp.exe', 'fdp.exe'],
  ['invoice\u2066\u200F.csv', 'invoice .csv'],
  ['CON', '_CON'],
  ['con.csv', '_con.csv'],
  ['LPT1.tar.gz', '_LPT1.tar.gz'],
  ['console.csv', 'console.csv'],
  ['report...', 'report'],
  ['report. . ', 'report'],
  ['.htaccess', 'htaccess'],
  ['...', 'result'],
  ['', 'result'],
  ['\ud83d', 'result'],
  ['Größe 日本.csv', 'Größe 日本.csv'],
  [`${'x'.repeat(300)}.csv`, `${'x'.repeat(116)}.csv`],
  [`${'😀'.repeat(300)}.csv`, `${'😀'.repeat(116)}.csv`],
  [`${'a'.repeat(117)} . .csv`, expect.stringMatching(/^a+ \. \.csv$/)],
])('S43 a file named %j is offered under a name that leads nowhere', (name, expected) => {
  expect(safeFileName(name)).toEqual(expected);
});

test.each(["it's (new).csv", 'a";filename="b.csv', 'a%0d%0ab', '日本.csv'])(
  'S43 the header of %j has that one name, in both of its forms',
  (name) => {
    const file = { fileName: name, contentType: 'text/csv', chunks: (async function* () {})() };
    const header = fileResponse(file, new Headers(), () => {}).headers.get('content-disposition') ?? '';
    expect(header).toMatch(/^attachment; filename="[ !#-~]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
    expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(safeFileName(name));
  },
);
