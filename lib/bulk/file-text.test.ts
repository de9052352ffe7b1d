import { expect, test } from 'vitest';
import { textOfFile } from './file-text';

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

test.each<[string, Uint8Array, object]>([
  ['UTF-8', Buffer.from('Müller,日'), { text: 'Müller,日', charset: 'utf-8', isGuessed: false }],
  ['UTF-8 with a mark', Buffer.from('\ufeffé'), { text: 'é', charset: 'utf-8' }],
  [
    'UTF-16 with a mark',
    utf16('\ufeffid;Müller'),
    { text: 'id;Müller', charset: 'utf-16le', isGuessed: false },
  ],
  ['UTF-16, the other way around', utf16('\ufeffid;é').swap16(), { text: 'id;é', charset: 'utf-16be' }],
  ['UTF-16 without a mark', utf16('id;Müller\r\n1;x'), { text: 'id;Müller\r\n1;x', charset: 'utf-16le' }],
  [
    'windows-1252',
    Buffer.from('M\xfcller', 'latin1'),
    { text: 'Müller', charset: 'windows-1252', isGuessed: true },
  ],
])('%s is recognized', (_, bytes, read) => {
  expect(textOfFile(bytes)).toMatchObject(read);
});

test('a chosen charset counts more than a guess', () => {
  expect(textOfFile(Buffer.from([0xcf, 0xf0]), 'windows-1251')).toEqual({
    text: 'Пр',
    charset: 'windows-1251',
    isGuessed: false,
  });
});

test('bytes of something else than text have none', () => {
  expect(textOfFile(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 8]))).toBeNull();
});
