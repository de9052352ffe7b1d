import { expect, test } from 'vitest';
import { curlSummary } from './curl-summary';

const BOOK = `curl https://api.example.com/bookings?day=1 -H 'Authorization: Bearer abc' -H 'X-Team: blue' -d '{"a":1}'`;

test.each([
  [
    BOOK,
    true,
    /^As inputs: the query, the headers? .*X-Team.*, and the body\. As the connection's secret: the bearer token\.$/,
  ],
  [BOOK, false, /Left out: the bearer token\.$/],
  [
    'curl -u me:secret https://api.example.com/a',
    true,
    /^As the connection's secret: the username and password\.$/,
  ],
  ['curl https://api.example.com/a', true, /^$/],
])('of %s, with a new connection: %s', (command, keepsSecret, summary) => {
  expect(curlSummary(command, keepsSecret)).toMatch(summary);
  expect(curlSummary(command, keepsSecret)).not.toMatch(/abc|me:secret/);
});
