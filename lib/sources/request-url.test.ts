import { expect, test } from 'vitest';
import { pathBelow, readRequestUrl } from './request-url';

test('an address is taken apart', () => {
  expect(readRequestUrl(' https://API.example.com/v1/users/{id}/x?limit=10&q={text}&flag#part ')).toEqual({
    origin: 'https://api.example.com',
    path: '/v1/users/{id}/x',
    pathNames: ['id'],
    query: [
      { name: 'limit', example: '10' },
      { name: 'q', example: null },
      { name: 'flag', example: null },
    ],
  });
  expect(readRequestUrl('http://localhost:8080')).toMatchObject({
    origin: 'http://localhost:8080',
    path: '',
    query: [],
  });
  expect(readRequestUrl('http://x.example/')).toMatchObject({ path: '' });
});

test.each([
  '',
  'api.example.com/x',
  'ftp://x',
  'https://',
  'https://{host}/x',
  'https://u:p@x.example/',
  'https://x/{a}/{a}',
  'https://x/{}',
])('an invalid address is recognized: %s', (text) => {
  expect(readRequestUrl(text)).toBeNull();
});

test.each([
  ['https://x.example', '/v1/users'],
  ['https://x.example/', '/v1/users'],
  ['https://x.example/v1', '/users'],
  ['https://x.example/v1/users', ''],
  ['https://x.example/v', null],
  ['http://x.example', null],
  ['https://x.example.evil', null],
])('below %s its path is %s', (base, expected) => {
  const url = readRequestUrl('https://x.example/v1/users');
  expect(url === null ? undefined : pathBelow(url, base)).toBe(expected);
});
