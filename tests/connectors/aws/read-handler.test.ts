import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { handlerPlace, readHandler } from '@/server/connectors/aws-role/code/read-handler';
import {
  inputsOfHandler as inputs,
  readJavaScript as javascript,
  readPython as python,
} from '../../support/doubles/aws/read-handler';

describe('a Python handler', () => {
  test('its subscripts are required, and what it gets with a default is not', async () => {
    expect(
      await python(`
import json, os
LIMIT = os.environ['LIMIT']

def handler(event, context):
    order = int(event['order_id'])
    amount = float(event["amount"])
    note = event.get('note')
    limit = event.get('limit', 10)
    dry = event.get("dry_run", False)
    if 'tags' in event:
        for tag in event['tags']:
            print(tag)
    event['seen'] = True
    city = event['address']['city']
    since = datetime.fromisoformat(event['since'])
    return {"order": order}
`),
    ).toEqual([
      'order_id: integer',
      'amount: number',
      'note?: any',
      'limit?: integer = 10',
      'dry_run?: boolean = false',
      'tags?: array',
      'address: object',
      'since: string:date-time',
    ]);
  });

  test('is followed into functions of the module, and through other names of the event', async () => {
    expect(
      await python(`
def helper(kind, data):
    return data['inner'], data.get('kind', 'plain')

@tracer.capture
def handler(event: dict, _context=None):
    data = event
    logger.info(event)
    return helper('a', data)
`),
    ).toEqual(['inner: any', 'kind?: string = "plain"']);
  });

  test('an event that goes elsewhere may have other keys', async () => {
    expect(await python('def handler(event, context):\n    return process(event)\n')).toEqual(['…']);
    expect(await python('def handler(e, c):\n    send(**e)\n    return e["id"]\n')).toEqual(['id: any', '…']);
  });

  test('what no code says is null', async () => {
    expect(await python('def other(event): return event["a"]')).toBeNull();
    expect(await inputs('java21', '', 'main.py')).toBeNull();
    expect(await inputs('python3.12', 'def handler(e, c): pass', 'elsewhere.py')).toBeNull();
    expect(await python('def handler(event, context):\n    return event[f"a{1}"], event[KEY]\n')).toEqual([
      '…',
    ]);
  });
});

describe('a JavaScript handler', () => {
  test('its members and patterns are read, with their defaults', async () => {
    expect(
      await javascript(`
export const handler = async (event) => {
  const { orderId, note = 'none', lines: items = [], address: { city } } = event;
  const amount = Number(event.amount);
  const limit = event.limit ?? 10;
  const tags = event['tags'].map((tag) => tag.trim());
  event.seen = true;
  console.log(event);
  return { orderId };
};`),
    ).toEqual([
      'orderId: any',
      'note?: string = "none"',
      'lines?: array',
      'address: object',
      'amount: number',
      'limit?: integer = 10',
      'tags: array',
    ]);
  });

  test.each([
    ['exports.handler = async ({ id, count = 1 }) => id;', 'main.js'],
    ['module.exports.handler = async function ({ id, count = 1 }) {}', 'main.cjs'],
    ['export async function handler({ id, count = 1 }) {}', 'main.mjs'],
    ['export const handler = middy(async ({ id, count = 1 }) => {})', 'main.mjs'],
  ])('is found in %s', async (source, file) => {
    expect(await javascript(source, file)).toEqual(['id: any', 'count?: integer = 1']);
  });
});

describe('S44 code is read and never executed', () => {
  test('a package that expands enormously, lies about its size, or is something else is not read', async () => {
    const place = handlerPlace('python3.12', 'main.handler');
    if (place === null) throw new Error('Python is read');
    const bomb = zipSync({ 'main.py': new Uint8Array(60_000_000) }, { level: 9 });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await readHandler(bomb, place)).toBeNull();
    // The same, with a size in its directory that looks like source.
    const lying = Buffer.from(bomb);
    const directory = lying.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
    lying.writeUInt32LE(900_000, directory + 24);
    const beganMs = performance.now();
    expect(await readHandler(lying, place)).toBeNull();
    expect(performance.now() - beganMs).toBeLessThan(20_000);
    expect(await readHandler(Buffer.from('not a zip file'), place)).toBeNull();
    expect(
      await readHandler(zipSync({ 'main.py': strToU8('while True: pass\n'.repeat(10)) }), place),
    ).toBeNull();
  });

  test('odd names and deep nesting are inert', async () => {
    for (const handler of ['../../etc/passwd.handler', '.handler', 'a\0b.handler', 'main.__proto__'])
      expect(handlerPlace('nodejs22.x', handler)?.paths.every((path) => !path.startsWith('/')) ?? true).toBe(
        true,
      );
    const deep = `def handler(event, context):\n    return ${'('.repeat(20_000)}event['a']${')'.repeat(20_000)}\n`;
    expect((await python(deep)) ?? []).not.toContain('b: string');
    expect(
      await python('def handler(event, context):\n    return event["__proto__"], event["constructor"]\n'),
    ).toEqual(['__proto__: any', 'constructor: any']);
  });
});
