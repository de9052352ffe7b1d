import { expect, test } from 'vitest';
import { readPython } from '../../support/doubles/aws/read-handler';

/** A handler whose body is this one statement or these lines. */
const handler = (body: string): string =>
  `import json\nKEY = 'order id'\ndef handler(event, context):\n${body.replace(/^/gm, '    ')}\n`;

test.each<[string, string]>([
  // Several types can do what the code does.
  ["event['x'][:50]", 'any'],
  ["event['x'][0]", 'any'],
  ["len(event['x'])", 'any'],
  ["'a' in event['x']", 'any'],
  ["str(event['x'])", 'any'],
  ['f"{event[\'x\']}"', 'any'],
  ["'%s' % event['x']", 'any'],
  ["table.put_item(Item=event['x'])", 'any'],
  ["return event['x']", 'any'],
  ["event['x'] == event.get('x')", 'any'],
  ["event['x'] + event['x']", 'any'],
  ["if event['x']:\n    pass", 'any'],
  ["event['x'] is not None", 'any'],
  ["event['x'].index(1)", 'any'],
  ["model.parse(event['x'])", 'any'],
  ["if isinstance(event['x'], str):\n    a(event['x'])\nelse:\n    b(event['x'])", 'any'],
  ["event['x'].strip()\nfor i in event['x']:\n    i['a']\nevent['x'].append(1)", 'any'],
  ["match event['x']:\n    case 'all':\n        pass\n    case [a, b]:\n        pass", 'any'],
  ["match event['x']:\n    case None:\n        pass\n    case other:\n        pass", 'any'],
  // What isn't converted goes on as it is.
  ["v = event['x']\nn = int(v) if v.isdigit() else v", 'any'],
  ["v = event['x']\nn = v if str(v).isalpha() else float(v)", 'any'],
  ["try:\n    n = int(event['x'])\nexcept ValueError:\n    n = event['x']", 'any'],
  ["v = event['x']\ntry:\n    return json.loads(v)\nexcept (TypeError, ValueError):\n    return v", 'any'],
  ["try:\n    n = int(event['x'])\nexcept ValueError:\n    raise Refused(event['x'])", 'integer'],
  ["try:\n    n = int(event['x'])\nexcept ValueError:\n    n = 10", 'integer'],
  ["if hasattr(event['x'], 'items'):\n    event['x'].items()", 'any'],
  ["if callable(getattr(event['x'], 'strip', None)):\n    event['x'].strip()", 'any'],
  ["for k in sorted(event['x']):\n    event['x'][k]", 'object'],
  ["for k in list(event['x']):\n    k['id']", 'array'],
  ["return [*event['x'], 1]", 'array'],
  ["int(event['x'], 16)", 'string'],
  // One type alone can.
  ["for k in event['x']:\n    print(event['x'][k])", 'object'],
  ["for k, v in event['x'].items():\n    pass", 'object'],
  ["event['x']['city']['zip']", 'object'],
  ["call(**event['x'])", 'object'],
  ["match event['x']:\n    case {'type': t}:\n        pass", 'object'],
  ["for i in event['x']:\n    print(i)", 'array'],
  ["event['x'][0]['id']", 'array'],
  ["event['x'].append(1)", 'array'],
  ["sum(event['x'])", 'array'],
  ["match event['x']:\n    case [first, *rest]:\n        pass", 'array'],
  ["[i['a'] for i in event['x']]", 'array'],
  ["event['x'] == 'active'", 'string'],
  ["event['x'] in ('a', 'b')", 'string'],
  ["event['x'] + '-copy'", 'string'],
  ["event['x'].strip()[:5]", 'string'],
  ["json.loads(event['x'])", 'string'],
  ["match event['x']:\n    case 'a' | 'b':\n        pass\n    case _:\n        pass", 'string'],
  ["if event['x'].isdigit():\n    int(event['x'])", 'string'],
  ["event['x'] > 5", 'number'],
  ["0 < event['x'] <= 10", 'number'],
  ["event['x'] * 2", 'number'],
  ["100 - event['x']", 'number'],
  ["-event['x']", 'number'],
  ["total += event['x'] / 3", 'number'],
  ["event['x'] += 1", 'number'],
  ['f"{event[\'x\']:.2f}"', 'number'],
  ["round(event['x'], 2)", 'number'],
  ["max(0, event['x'])", 'number'],
  ["match event['x']:\n    case 1:\n        pass\n    case 2.5:\n        pass", 'number'],
  ["range(event['x'])", 'integer'],
  ["int(event['x'])", 'integer'],
  ["if not isinstance(event['x'], int):\n    raise ValueError()", 'integer'],
  ["assert isinstance(event['x'], dict)", 'object'],
  ["event['x'] is True", 'boolean'],
  ["event['x'] == False", 'boolean'],
  ["bool(event['x'])", 'boolean'],
  ["date.fromisoformat(event['x'])", 'string:date'],
  ["uuid.UUID(event['x'])", 'string:uuid'],
  // What happens to a variable that holds the value.
  ["token = event['x']\nshort = token[:50]", 'any'],
  ["rows = event['x']\nfor row in rows:\n    row['id']", 'array'],
  ["n = event['x']\nif n > 10:\n    raise ValueError()", 'number'],
  ["a, b = event['x'], 1\na.strip()", 'string'],
  ["if (n := event['x']) > 5:\n    pass", 'number'],
  ["n = event['x']\nn = str(n)\nn.strip()", 'any'],
])('%s: the type is %s', async (body, type) => {
  expect(await readPython(handler(body))).toEqual([expect.stringMatching(new RegExp(`^x\\??: ${type}$`))]);
});

test.each<[string, string]>([
  ["event.get('x', 10) > 2.5", 'x?: number = 10'],
  ["float(event.get('x', 1))", 'x?: number = 1'],
  ["event.get('x', 10)", 'x?: integer = 10'],
  ["if event.get('x', 10) == 'all':\n    pass", 'x?: any = 10'],
  ["event.get('x', '')[:50]", 'x?: string = ""'],
  ["event.get('x', [])[0]", 'x?: array'],
  ["int(event.get('x', '5'))", 'x?: string = "5"'],
  ["event.get('x') or 'none'", 'x?: string = "none"'],
  ["event.get('x', None)", 'x?: any'],
])('%s: the default counts, too: %s', async (body, input) => {
  expect(await readPython(handler(body))).toEqual([input]);
});

test.each<[string, string[]]>([
  // A constant of the module is no computed key.
  ['event[KEY]', ['order id: any']],
  ["event.get(KEY, 'none')", ['order id?: string = "none"']],
  ["match event:\n    case {'action': 'go', 'id': i}:\n        pass", ['action?: string', 'id?: any']],
])('%s reads %j', async (body, expected) => {
  expect(await readPython(handler(body))).toEqual(expected);
});

test.each([
  "event['a'] + event[context.name]",
  'for k in event:\n    print(event[k])',
  'for k, v in event.items():\n    print(k, v)',
  "event['a']\nreturn [event[k] for k in NAMES]",
  'return event.get(f"a{1}")',
  'print(sorted(event))',
  'KEY = context.name\nreturn event[KEY]',
  'key in event',
])('%s: the keys are computed, so that the whole event is asked for', async (body) => {
  expect(await readPython(handler(body))).toEqual(['…']);
});
