import { expect, test } from 'vitest';
import { inputsOf } from '../code/event-keys';
import { readDefinition } from './definition';

function inputs(definition: unknown): string[] {
  const use = readDefinition(JSON.stringify(definition));
  if (use === null) throw new Error('It could not be read');
  return inputsOf(use.reads).map(
    ({ key, type, defaultAmbiguousInput }) =>
      `${key}${defaultAmbiguousInput === 'omit' ? '?' : ''}: ${type.typeId}`,
  );
}

test('paths of the states that get the input are its keys, until a result takes its place', () => {
  const definition = {
    StartAt: 'Check',
    States: {
      Check: {
        Type: 'Choice',
        Choices: [
          { Variable: '$.amount', NumericGreaterThan: 100, Next: 'Approve' },
          { And: [{ Variable: '$.coupon', IsPresent: true }], Next: 'Pay' },
          { Variable: '$.vip', BooleanEquals: true, Next: 'Pay' },
        ],
        Default: 'Pay',
      },
      Approve: {
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke',
        Parameters: { 'Payload.$': '$.order', 'At.$': '$$.State.EnteredTime', Fixed: '$.notAPath' },
        ResultPath: '$.approval',
        Next: 'Each',
      },
      Each: {
        Type: 'Map',
        ItemsPath: '$.lines',
        ItemProcessor: {
          StartAt: 'X',
          States: { X: { Type: 'Pass', OutputPath: '$.insideAMap', End: true } },
        },
        ResultPath: null,
        Next: 'Tell',
      },
      Tell: {
        Type: 'Task',
        Resource: 'arn:aws:states:::sns:publish',
        Parameters: { 'Message.$': "States.Format('{} {}', $.approval.by, $['customer name'])" },
        Next: 'Late',
      },
      Late: {
        Type: 'Pass',
        Parameters: { 'a.$': '$.ofTheResult', 'b.$': '$$.Execution.Input.requested_by' },
        End: true,
      },
      Pay: { Type: 'Wait', TimestampPath: '$.due', End: true },
    },
  };
  expect(inputs(definition).sort()).toEqual([
    'amount: number',
    'coupon?: any',
    'customer name: any',
    'due: string:date-time',
    'lines: array',
    'order: any',
    'requested_by: any',
    'vip: boolean',
  ]);
});

test('JSONata reads $states.input, in the same way', () => {
  const definition = {
    QueryLanguage: 'JSONata',
    StartAt: 'Check',
    States: {
      Check: {
        Type: 'Choice',
        Choices: [{ Condition: '{% $states.input.amount > 100 %}', Next: 'Pay' }],
        Default: 'Pay',
      },
      Pay: {
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke',
        Arguments: {
          Payload: { who: '{% $states.input.`customer name` %}', plain: '$states.input.notAnExpression' },
        },
        Output: '{% $states.result %}',
        Next: 'After',
      },
      After: {
        Type: 'Pass',
        Output: { a: '{% $states.input.ofTheResult %}', b: '{% $states.context.Execution.Input.reason %}' },
        End: true,
      },
    },
  };
  expect(inputs(definition).sort()).toEqual(['amount: number', 'customer name: any', 'reason: any']);
});

test('both branches of a parallel state get the input', () => {
  const branch = (key: string) => ({
    StartAt: 'A',
    States: { A: { Type: 'Task', Resource: 'r', Parameters: { 'x.$': `$.${key}` }, End: true } },
  });
  expect(
    inputs({
      StartAt: 'P',
      States: { P: { Type: 'Parallel', Branches: [branch('a'), branch('b')], End: true } },
    }),
  ).toEqual(['a: any', 'b: any']);
});

test('a task without parameters gets all of it, and other text gives null', () => {
  const task = { StartAt: 'T', States: { T: { Type: 'Task', Resource: 'r', End: true } } };
  expect(readDefinition(JSON.stringify(task))).toEqual({ reads: [], isPassedOn: true });
  const circle = {
    StartAt: 'A',
    States: { A: { Type: 'Pass', Next: 'B' }, B: { Type: 'Pass', Next: 'A' } },
  };
  expect(readDefinition(JSON.stringify(circle))).toEqual({ reads: [], isPassedOn: false });
  expect(readDefinition('{')).toBeNull();
  expect(readDefinition('{"StartAt": "A"}')).toBeNull();
});
