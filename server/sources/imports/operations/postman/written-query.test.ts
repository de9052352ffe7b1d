import { expect, test } from 'vitest';
import { writtenPair } from './written-query';

/** As postman-runtime 7.56.1 sends them. */
test.each([
  [
    'a',
    ' !"$\'()*+,-./0:;<=>?@A[\\]^_`a{|}~',
    'a=%20%21%22$%27%28%29%2A+,-./0:;%3C=%3E?@A[%5C]%5E_%60a%7B%7C%7D~',
  ],
  ['f=g', 'x&y=z#', 'f%3Dg=x%26y=z%23'],
  ['%zz', '%41%zz 50%', '%25zz=%41%25zz%2050%25'],
  ['a[]', 'x\ny\té\x7f', 'a[]=x%0Ay%09%C3%A9%7F'],
  ['a', '\ud800😀', 'a=%F0%9F%98%80'],
])('%s and %s are written as in Postman', (name, value, pair) => {
  expect(writtenPair(name, value)).toBe(pair);
});
