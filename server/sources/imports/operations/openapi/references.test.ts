import { expect, test } from 'vitest';
import { UnreadableOperation } from '../imported';
import { References } from './references';

const of = (schemas: object) => new References({ openapi: '3.1.0', components: { schemas } });
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test('a reference resolves to the same object each time, and its siblings override it', () => {
  const schemas = { A: { type: 'string', title: 'a' }, B: to('A'), C: { ...to('A'), title: 'c' } };
  const references = of(schemas);
  expect(references.resolve(to('A'))).toBe(schemas.A);
  expect(references.target(to('B'))).toBe(schemas.A);
  expect(references.resolve({ ...to('B'), title: 'over' })).toEqual({ type: 'string', title: 'over' });
  expect(references.resolve(to('C'))).toEqual({ type: 'string', title: 'c' });
});

test.each(['My Schema', 'Page«User»', 'a/b', 'a~b', 'a%20b', 'a#b', 'a?b', '{id}', '__proto__', '日本'])(
  'a name is found however it is written: %s',
  (name) => {
    const schemas = JSON.parse(JSON.stringify({ [`${name}`]: 0 }).replace(':0', ':{"title":"found"}'));
    const references = of(schemas);
    const written = encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
    expect(references.resolve(to(written))).toEqual({ title: 'found' });
  },
);

test.each([
  'constructor',
  'constructor/prototype',
  'toString',
  'A/__proto__',
  'Nowhere',
  'A/title/__proto__',
])('S42 a name that is not in the file is not found, even if every object has it: %s', (name) => {
  const references = of({ A: { title: 'a' } });
  expect(() => references.resolve(to(name))).toThrow(/which is not in the file/);
});

test('S42 circular references, and chains too long for the stack, are refused', () => {
  const chain = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`S${at}`, to(`S${at + 1}`)]));
  const references = of({ A: to('B'), B: to('C'), C: to('B'), Self: to('Self'), ...chain });
  for (const name of ['A', 'B', 'Self', 'S0']) {
    expect(() => references.resolve(to(name))).toThrow(UnreadableOperation);
  }
});

test.each(['file:///etc/passwd', 'http://127.0.0.1:1/x', 'other.json#/x', '/etc/passwd'])(
  'S42 a chain that leads out of the file is not followed: %s',
  (reference) => {
    const references = of({ A: { $ref: reference } });
    expect(() => references.resolve({ $ref: reference })).toThrow(/outside the file/);
    expect(() => references.resolve(to('A'))).toThrow(UnreadableOperation);
  },
);

test('an $id in the description does not change where references lead', () => {
  const schemas = { A: { $id: 'https://other.example/a', properties: { b: to('B') } }, B: { title: 'b' } };
  const references = new References({
    openapi: '3.1.0',
    $id: 'https://x.example',
    components: { schemas },
  });
  expect(references.resolve(schemas.A.properties.b)).toBe(schemas.B);
});
