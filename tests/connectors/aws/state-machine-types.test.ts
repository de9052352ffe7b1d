import { describe, expect, test } from 'vitest';
import { inputsOf } from '@/server/connectors/aws-role/code/event-keys';
import { readDefinition } from '@/server/connectors/aws-role/step-functions/definition';

/** The inputs of a state machine in short, with `…` if it takes the input as a whole. */
function inputsOfMachine(definition: object): string[] {
  const use = readDefinition(JSON.stringify(definition));
  if (use === null) throw new Error('It could not be read');
  const listed = inputsOf(use.reads).map(
    ({ key, type, defaultAmbiguousInput }) =>
      `${key}${defaultAmbiguousInput === 'omit' ? '?' : ''}: ${type.typeId}`,
  );
  return use.isPassedOn ? [...listed, '…'] : listed;
}

const ofState = (state: object, language = 'JSONPath') =>
  inputsOfMachine({ QueryLanguage: language, StartAt: 'S', States: { S: { End: true, ...state } } });
const task = { Type: 'Task', Resource: 'r' };
const choice = (rule: object) => ({ Type: 'Choice', Choices: [{ ...rule, Next: 'T' }] });

describe('in JSONPath', () => {
  test.each<[string, string[]]>([
    ['$.x', ['x: any']],
    ["States.Format('{} of {}', $.x, $.y)", ['x: any', 'y: any']],
    ["States.Format('{}', $.items[0].id)", ['items: array']],
    ['$.items[0].id', ['items: array']],
    ['$.rows[*]', ['rows: array']],
    ['$.rows[*].id', ['rows: array']],
    ['$.rows[-1:]', ['rows: array']],
    ['$.rows[?(@.a > 1)]', ['rows: array']],
    ["$['rows'][0]", ['rows: array']],
    ['$.order.lines[0].id', ['order: object']],
    ["$.order['id']", ['order: object']],
    ['$.x..id', ['x: any']],
    ['States.MathAdd($.a, 1)', ['a: integer']],
    ['States.ArrayLength($.rows)', ['rows: array']],
    ['States.ArrayLength($.order.lines)', ['order: object']],
    ['States.ArrayGetItem($.rows, $.at)', ['rows: array', 'at: integer']],
    ['States.ArrayPartition($.rows, $.size)', ['rows: array', 'size: integer']],
    ['States.ArrayContains($.rows, $.x)', ['rows: array', 'x: any']],
    ['States.ArrayRange($.from, $.to, 1)', ['from: integer', 'to: integer']],
    ['States.Array($.a, $.b)', ['a: any', 'b: any']],
    ['States.StringToJson($.text)', ['text: string']],
    ['States.JsonToString($.x)', ['x: any']],
    ["States.StringSplit($.list, ',')", ['list: string']],
    ['States.JsonMerge($.a, $.b, false)', ['a: object', 'b: object']],
    ["States.Hash($.data, 'SHA-256')", ['data: any']],
    ['States.Base64Encode($.text)', ['text: string']],
    ["States.Format('{} $.no', States.MathAdd($.n, $$.Execution.Input.m))", ['m: integer', 'n: integer']],
    ['$$.Execution.Input.list[0]', ['list: array']],
    ['$$.Execution.Input.order.id', ['order: object']],
    ['$variable.x', []],
  ])('%s reads %j', (path, expected) => {
    expect(ofState({ ...task, Parameters: { 'x.$': path } })).toEqual(expected);
  });

  test.each<[object, string[]]>([
    [choice({ Variable: '$.a', NumericGreaterThanPath: '$.b' }), ['a: number', 'b: number']],
    [choice({ Variable: '$.a', StringEqualsPath: '$.b.c' }), ['a: string', 'b: object']],
    [choice({ Variable: '$.a', BooleanEqualsPath: '$.b' }), ['a: boolean', 'b: boolean']],
    [choice({ Variable: '$.a', TimestampLessThan: '2026-01-01T00:00:00Z' }), ['a: string:date-time']],
    [choice({ Variable: '$.a[0]', StringEquals: 'x' }), ['a: array']],
    [choice({ Variable: '$.a', IsNull: true }), ['a: any']],
    [
      choice({
        Or: [
          { Variable: '$.a', IsString: true },
          { Variable: '$.a', IsNumeric: true },
        ],
      }),
      ['a: any'],
    ],
    [
      choice({
        And: [
          { Variable: '$.a', IsNumeric: true },
          { Variable: '$.a', NumericLessThan: 5 },
        ],
      }),
      ['a: number'],
    ],
    [{ Type: 'Wait', SecondsPath: '$.pause' }, ['pause: integer']],
    [{ ...task, Parameters: {}, TimeoutSecondsPath: '$.timeout.value' }, ['timeout: object']],
    [{ Type: 'Fail', ErrorPath: '$.code', CausePath: '$.why' }, ['code: string', 'why: string']],
    [{ Type: 'Map', ItemsPath: '$.rows', MaxConcurrencyPath: '$.lanes' }, ['rows: array', 'lanes: integer']],
    [{ Type: 'Map', ItemsPath: '$.order.lines' }, ['order: object']],
    [{ ...task, InputPath: '$.message' }, ['message: any']],
    [{ ...task, InputPath: '$.order', Parameters: { 'id.$': '$.id' } }, ['order: object']],
    [{ Type: 'Map', InputPath: '$.rows', ItemsPath: '$' }, ['rows: array']],
    [{ ...task, Parameters: { 'a.$': '$.a' }, Assign: { 'b.$': '$.ofTheResult' } }, ['a: any']],
    [{ Type: 'Pass', Parameters: { 'a.$': '$.x[0]', 'b.$': '$.x.y' } }, ['x: any']],
  ])('%j reads %j', (state, expected) => {
    expect(ofState(state)).toEqual(expected);
  });

  test.each(['$..id', '$.*', '$[*]', '$[0].id', 'States.ArrayLength($)', '$'])(
    '%s takes the input as a whole',
    (path) => {
      expect(ofState({ ...task, Parameters: { 'x.$': path, 'y.$': '$.y' } })).toContain('…');
    },
  );

  test.each(['$..id', '$.*', '$$.Execution.Input..id'])(
    '%s: the keys are computed, so that the whole input is asked for',
    (path) => {
      expect(ofState({ ...task, Parameters: { 'x.$': path, 'y.$': '$.y' } })).toEqual(['…']);
    },
  );
});

describe('in JSONata', () => {
  const input = '$states.input';

  test.each<[string, string[]]>([
    [`${input}.x`, ['x: any']],
    [`${input}.d.e`, ['d: object']],
    [`${input}.d.e.f[0]`, ['d: object']],
    [`${input}.\`the order\`.id`, ['the order: object']],
    [`${input}.rows[0]`, ['rows: array']],
    [`${input}.rows[status = 'new'].id`, ['rows: array']],
    [`${input}.x > 100`, ['x: number']],
    [`100 <= ${input}.x`, ['x: number']],
    [`${input}.x * 2 - 1`, ['x: number']],
    [`-${input}.x`, ['x: number']],
    [`${input}.a + ${input}.b`, ['a: number', 'b: number']],
    [`'id-' & ${input}.x`, ['x: any']],
    [`${input}.x & '.csv'`, ['x: any']],
    [`${input}.x = 'active'`, ['x: string']],
    [`${input}.x != 5`, ['x: number']],
    [`${input}.x = true`, ['x: boolean']],
    [`${input}.a = ${input}.b`, ['a: any', 'b: any']],
    [`$string(${input}.x)`, ['x: any']],
    [`$count(${input}.x)`, ['x: any']],
    [`$number(${input}.x)`, ['x: number']],
    [`$uppercase(${input}.x)`, ['x: string']],
    [`$substring(${input}.x, 0, ${input}.n)`, ['x: string', 'n: number']],
    [`$length(${input}.x) > 5`, ['x: string']],
    [`$split(${input}.x, ',')[0]`, ['x: string']],
    [`$parse(${input}.x)`, ['x: string']],
    [`$sum(${input}.rows)`, ['rows: array']],
    [`$sum(${input}.rows.amount)`, ['rows: any']],
    [`$map(${input}.rows, function($r) { $r.id })`, ['rows: array']],
    [`$round(${input}.x, 2)`, ['x: number']],
    [`$merge([${input}.x, {'a': 1}])`, ['x: any']],
    [`$keys(${input}.x)`, ['x: object']],
    [`$exists(${input}.x) ? 1 : 2`, ['x?: any']],
    [`'$states.input.no' & "a" /* ${input}.no */`, []],
    [`$contains(${input}.x, /a $states/)`, ['x: string']],
    [`($in := ${input}; $in.a * 2)`, ['a: number']],
    [`$lookup(${input}, 'x')`, ['x: any']],
    ['$states.context.Execution.Input.d.e', ['d: object']],
    ['$states.context.Execution.Input.n + 1', ['n: number']],
  ])('%s reads %j', (expression, expected) => {
    expect(ofState({ Type: 'Pass', Output: `{% ${expression} %}` }, 'JSONata')).toEqual(expected);
  });

  test.each<[object, string[]]>([
    [{ Type: 'Wait', Seconds: `{% ${input}.pause %}` }, ['pause: integer']],
    [{ Type: 'Wait', Timestamp: `{% ${input}.due %}` }, ['due: string:date-time']],
    [{ Type: 'Map', Items: `{% ${input}.rows %}` }, ['rows: array']],
    [{ Type: 'Map', Items: `{% ${input}.order.lines %}` }, ['order: object']],
    [choice({ Condition: `{% ${input}.go %}` }), ['go: boolean']],
    [{ ...task, Arguments: { Payload: `{% ${input}.x %}` } }, ['x: any']],
    [{ Type: 'Fail', Cause: `{% ${input}.why %}` }, ['why: string']],
  ])('%j reads %j', (state, expected) => {
    expect(ofState(state, 'JSONata')).toEqual(expected);
  });

  test.each([
    `${input}.*`,
    `${input}.**.id`,
    `$keys(${input})`,
    `$lookup(${input}, $name)`,
    `$each(${input}, function($v, $k) { $k })`,
    `${input}.(a + b)`,
    `${input}[0]`,
  ])('%s: the keys are computed, so that the whole input is asked for', (expression) => {
    const output = `{% [${input}.y, ${expression}] %}`;
    expect(ofState({ Type: 'Pass', Output: output }, 'JSONata')).toEqual(['…']);
  });
});
