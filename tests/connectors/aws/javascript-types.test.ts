import { expect, test } from 'vitest';
import { readJavaScript } from '../../support/doubles/aws/read-handler';

const handler = (body: string): string =>
  `const KEY = 'order id';\nlet changing = 'a';\nexport const handler = async (event, context) => {\n${body}\n};\n`;

test.each<[string, string]>([
  // Several types can do what the code does.
  ['event.x.slice(0, 50)', 'any'],
  ['event.x.length', 'any'],
  ['event.x[0]', 'any'],
  ["event.x.includes('a')", 'any'],
  [`\`id-\${event.x}\``, 'any'],
  ["'id-' + event.x", 'any'],
  ['String(event.x)', 'any'],
  ['schema.parse(event.x)', 'any'],
  ['new Date(event.x)', 'any'],
  ['return event.x', 'any'],
  ['await db.put({ x: event.x })', 'any'],
  ['if (event.x) go()', 'any'],
  ['event.x > event.x', 'any'],
  ['event.x == null', 'any'],
  ['const l = Array.isArray(event.x) ? event.x : [event.x]', 'any'],
  ["if (typeof event.x === 'string') a(event.x); else b(event.x)", 'any'],
  ["switch (event.x) { case 'a': break; case 1: break; }", 'any'],
  ['event.x.trim(); event.x.map((a) => a)', 'any'],
  // What isn't converted goes on as it is.
  ['const v = event.x; const n = isNaN(v) ? v : Number(v)', 'any'],
  ['const n = event.x ? parseInt(event.x, 10) : event.x', 'any'],
  ['let n; try { n = JSON.parse(event.x) } catch { n = event.x }', 'any'],
  ['try { return JSON.parse(event.x) } catch (e) { return event.x }', 'any'],
  ["try { go(JSON.parse(event.x)) } catch { throw new Error('bad ' + event.x) }", 'string'],
  ['if (event.x instanceof Array) event.x.map((a) => a)', 'any'],
  ['if (!(event.x instanceof Array)) throw new Error(); event.x.map((a) => a)', 'array'],
  ['const { length } = event.x', 'any'],
  // A number is also equal to its text.
  ['if (event.x == 1) go()', 'any'],
  ["if (event.x == '') go()", 'any'],
  ["if (event.x == 'all') go()", 'string'],
  // One type alone can.
  ['event.x[0].id', 'array'],
  ['event.x.map((a) => a.id)', 'array'],
  ['event.x.slice(1).map((a) => a.id)', 'array'],
  ['for (const a of event.x) a.go()', 'array'],
  ['const [first] = event.x', 'array'],
  ['const all = [...event.x]', 'array'],
  ["if (!Array.isArray(event.x)) throw new Error('x')", 'array'],
  ['event.x.city.zip', 'object'],
  ['event.x?.city', 'object'],
  ["event.x['city']", 'object'],
  ['for (const k in event.x) event.x[k].go()', 'object'],
  ['Object.entries(event.x)', 'object'],
  ['const o = { ...event.x }', 'object'],
  ['const { a } = event.x', 'object'],
  ['event.x.trim()', 'string'],
  ["event.x.split(',').length", 'string'],
  ["event.x === 'active'", 'string'],
  ["['a', 'b'].includes(event.x)", 'string'],
  ["switch (event.x) { case 'a': case 'b': break; default: }", 'string'],
  ['JSON.parse(event.x)', 'string'],
  ["if (typeof event.x !== 'string') throw new Error('x')", 'string'],
  ['event.x > 5', 'number'],
  ['event.x * 2', 'number'],
  ['event.x - 1', 'number'],
  ['-event.x', 'number'],
  ['event.x += 1', 'number'],
  ['event.x++', 'number'],
  ['event.x + 1', 'number'],
  ['event.x.toFixed(2)', 'number'],
  ['Math.round(event.x)', 'number'],
  ['Number(event.x)', 'number'],
  ['parseInt(event.x, 10)', 'integer'],
  ['if (!Number.isInteger(event.x)) throw new Error()', 'integer'],
  ['event.x === true', 'boolean'],
  ['Boolean(event.x)', 'boolean'],
  // What happens to a variable that holds the value.
  ['const t = event.x; return t.slice(0, 50)', 'any'],
  ['const rows = event.x; return rows.map((r) => r.id)', 'array'],
  ['const { x } = event; return x * 2', 'number'],
  ['const { x: n } = event; if (n > 10) throw new Error()', 'number'],
  ["const { x = 'a' } = event; return x.slice(1)", 'string'],
])('%s: the type is %s', async (body, type) => {
  expect(await readJavaScript(handler(body))).toEqual([
    expect.stringMatching(new RegExp(`^x\\??: ${type}( = .*)?$`)),
  ]);
});

test.each<[string, string[]]>([
  ['event[KEY]', ['order id: any']],
  ["event?.a ?? 'none'", ['a?: string = "none"']],
  ['(event.a ?? 10) * 2.5', ['a?: number = 10']],
  ['const { [KEY]: a } = event', ['order id: any']],
  ["event.a ?? 10; event.a === 'all'", ['a?: any = 10']],
  ["if ('a' in event) go()", ['a?: any']],
])('%s reads %j', async (body, expected) => {
  expect(await readJavaScript(handler(body))).toEqual(expected);
});

test.each([
  'return event.a + event[context.name]',
  'for (const key in event) console.log(event[key])',
  'Object.keys(event).map((key) => event[key])',
  'Object.entries(event)',
  'event[changing]',
  'const { [context.name]: a } = event',
  'const KEY = context.name; return event[KEY]',
  'return context.names.map((name) => event[name])',
])('%s: the keys are computed, so that the whole event is asked for', async (body) => {
  expect(await readJavaScript(handler(body))).toEqual(['…']);
});
