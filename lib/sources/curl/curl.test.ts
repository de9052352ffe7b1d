import { describe, expect, it } from 'vitest';
import { curlCollection } from './curl-collection';
import { isCurl, readCurl, UnreadableCurl } from './curl-request';
import { shellWords } from './shell-words';

describe('the words of a command', () => {
  it.each<[string, string[]]>([
    [`curl 'a b' "c \\"d\\" \\n" e\\ f`, ['curl', 'a b', 'c "d" \\n', 'e f']],
    [`curl $'it\\'s\\n\\u00e9\\x21'`, ['curl', "it's\né!"]],
    [`curl 'it'\\''s' '' x''y`, ['curl', "it's", '', 'xy']],
    ['curl \\\n  -H a \\\r\n  b', ['curl', '-H', 'a', 'b']],
    ['curl \\  -H a \\ -X b', ['curl', '-H', 'a', '-X', 'b']],
    ['curl "a\\\nb" $HOME', ['curl', 'ab', '$HOME']],
    [
      'curl ^"https://a/?b=1^&c=2^" ^\n  -H ^"x: ^\\^"y^\\^"^"',
      ['curl', 'https://a/?b=1&c=2', '-H', 'x: "y"'],
    ],
  ])('%j', (command, words) => {
    expect(shellWords(command)).toEqual(words);
  });

  it('are null where a quote is not closed', () => {
    for (const command of [`curl 'a`, 'curl "a', `curl $'a`, 'curl \\'])
      expect(shellWords(command)).toBeNull();
  });
});

const url = 'https://api.example.com/things';
const read = (rest: string) => readCurl(`curl ${url} ${rest}`);
const jsonType = { name: 'Content-Type', value: 'application/json' };
const formType = { name: 'Content-Type', value: 'application/x-www-form-urlencoded' };

describe('what a curl command sends', () => {
  it.each<[string, object]>([
    ['', { method: 'GET', url, headers: [], body: null, user: null }],
    ['-I', { method: 'HEAD' }],
    ['-sSLX DELETE', { method: 'DELETE', body: null }],
    ['-XPUT -d a=1', { method: 'PUT', headers: [formType], body: { kind: 'text', text: 'a=1' } }],
    ['-d a=1 --data b=2', { method: 'POST', body: { kind: 'text', text: 'a=1&b=2' } }],
    ['-G -d a=1 -d b=2', { method: 'GET', url: `${url}?a=1&b=2`, body: null, headers: [] }],
    [`--data-urlencode 'a=1 & 2'`, { body: { kind: 'text', text: 'a=1%20%26%202' } }],
    [`--data-raw '@a'`, { body: { kind: 'text', text: '@a' } }],
    [
      `--json '{"a":1}'`,
      {
        method: 'POST',
        headers: [{ name: 'Accept', value: 'application/json' }, jsonType],
        body: { kind: 'text', text: '{"a":1}' },
      },
    ],
    [
      `-F a=1 -F 'b=@photo.png;type=image/png' --form-string 'c=@d'`,
      {
        method: 'POST',
        headers: [],
        body: {
          kind: 'parts',
          parts: [
            { name: 'a', text: '1', isFile: false, contentType: null },
            { name: 'b', text: '', isFile: true, contentType: 'image/png' },
            { name: 'c', text: '@d', isFile: false, contentType: null },
          ],
        },
      },
    ],
    [
      `-H 'X-Version: 2' -H 'Accept-Encoding: gzip' -H 'sec-fetch-mode: cors' -H 'X-Empty;' -H 'Host:' -b 'a=1'`,
      {
        headers: [
          { name: 'X-Version', value: '2' },
          { name: 'X-Empty', value: '' },
          { name: 'Cookie', value: 'a=1' },
        ],
      },
    ],
    ['-u ann:pa:ss', { user: { name: 'ann', password: 'pa:ss', isDigest: false } }],
    ['--digest -u ann', { user: { name: 'ann', password: '', isDigest: true } }],
    ['-m 5 --compressed -o out.json | jq .', { method: 'GET', url }],
  ])('%s', (rest, sent) => {
    expect(read(rest)).toMatchObject(sent);
  });

  it('has a username and a password that are in its address', () => {
    const user = { name: 'ann', password: 'p:a@ss', isDigest: false };
    expect(readCurl('curl https://ann:p%3Aa%40ss@api.example.com/a?b=c@d')).toMatchObject({
      url: 'https://api.example.com/a?b=c@d',
      user,
    });
    expect(readCurl('curl -u bob:x https://ann:y@a.example').user).toMatchObject({
      name: 'bob',
      password: 'x',
    });
    expect(readCurl('curl https://a.example/@b').user).toBeNull();
  });

  it('has an address that may lack its scheme', () => {
    expect(readCurl('curl example.com/a#b').url).toBe('http://example.com/a');
    expect(readCurl('$ curl --url http://example.com').url).toBe('http://example.com');
  });

  it.each([
    ['-d @body.json', /file on that computer/],
    ['--data-urlencode a@b', /file on that computer/],
    ['-b cookies.txt', /file on that computer/],
    ['-H @headers.txt', /reads a file/],
    ['-T upload.bin', /-T can't be imported/],
    ['--aws-sigv4 aws:amz', /--aws-sigv4 can't be imported/],
    ['https://other.example.com', /two addresses/],
    ['-H', /no value/],
    [`-H 'a`, /not closed/],
  ])('is refused in words: %s', (rest, reason) => {
    expect(() => read(rest)).toThrow(UnreadableCurl);
    expect(() => read(rest)).toThrow(reason);
  });

  it('is looked for in what begins with curl only', () => {
    expect(['curl a', ' $ curl a', 'curl.exe a'].every(isCurl)).toBe(true);
    expect(['https://a/curl b', 'curling a', 'curl'].some(isCurl)).toBe(false);
  });
});

describe('a curl command as a collection', () => {
  const requestOf = (rest: string) => {
    const { item } = curlCollection(`curl 'https://api.example.com/orders/{id}?limit=5' ${rest}`);
    return (item as { request: object }[])[0]?.request;
  };

  it('is named after its request, and has its inputs', () => {
    expect(curlCollection(`curl https://api.example.com/orders/7/a%20b -d '{}'`)).toMatchObject({
      info: { name: 'POST /orders/7/a b (https://api.example.com)' },
      item: [{ name: 'POST /orders/7/a b' }],
    });
    expect(requestOf('')).toEqual({
      method: 'GET',
      url: 'https://api.example.com/orders/:id?limit=5',
      header: [],
    });
  });

  it('keeps secrets apart from inputs', () => {
    const bearer = { type: 'bearer', bearer: [{ key: 'token', value: 't0' }] };
    expect(requestOf(`-H 'Authorization: Bearer t0'`)).toMatchObject({ header: [], auth: bearer });
    const basic = {
      type: 'basic',
      basic: [
        { key: 'username', value: 'ann' },
        { key: 'password', value: 'b:c' },
      ],
    };
    for (const rest of ['-u ann:b:c', `-H 'authorization: Basic ${btoa('ann:b:c')}'`]) {
      expect(requestOf(rest), rest).toMatchObject({ header: [], auth: basic });
    }
    const own = requestOf(`-H 'Authorization: ApiKey 1'`);
    expect(own).toMatchObject({ header: [{ key: 'Authorization', value: 'ApiKey 1' }] });
  });

  it('has a type for a part of a form that has one, and its body with any method', () => {
    expect(requestOf(`-F 'j={"a":1};type=application/json'`)).toMatchObject({
      body: { formdata: [{ key: 'j', type: 'text', value: '{"a":1}', contentType: 'application/json' }] },
    });
    expect(curlCollection(`curl a.example -X GET -d '{}'`)).toMatchObject({
      item: [{ protocolProfileBehavior: { disableBodyPruning: true } }],
    });
  });

  it.each(['-I', '-X PURGE'])('is refused for a method that no command has: %s', (rest) => {
    expect(() => requestOf(rest)).toThrow(/GET, POST, PUT, PATCH, or DELETE/);
  });

  it('has the fields of a form, and any other text as it is', () => {
    expect(requestOf(`-d 'a=1%20x&a=2'`)).toMatchObject({
      body: {
        mode: 'urlencoded',
        urlencoded: [
          { key: 'a', value: '1 x' },
          { key: 'a', value: '2' },
        ],
      },
    });
    for (const text of ['{"a":1}', 'a', 'a=1&b', '']) {
      expect(requestOf(`-d '${text}'`), text).toMatchObject({ body: { mode: 'raw', raw: text } });
    }
    expect(requestOf('-F a=@b')).toMatchObject({
      body: { mode: 'formdata', formdata: [{ key: 'a', type: 'file', src: null }] },
    });
  });
});
