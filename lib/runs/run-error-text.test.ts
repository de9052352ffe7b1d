import { expect, test } from 'vitest';
import { reportOfFailure, splitMessage, technicalDetails } from './run-error-text';

const error = {
  message: 'There is no order 7.',
  code: 'P0002',
  detail: null,
  hint: 'Look the number up.',
  where: 'PL/pgSQL function refund_order(integer) line 3 at RAISE',
  severity: 'ERROR',
};

test('the first line of a message is its headline', () => {
  expect(splitMessage('There is no order 7.')).toEqual({ headline: 'There is no order 7.', rest: '' });
  expect(splitMessage('Traceback:\n  File "a.py"\n')).toEqual({
    headline: 'Traceback:',
    rest: '  File "a.py"',
  });
});

test('a page of text on one line does not become the headline', () => {
  const text = 'x'.repeat(2_000);
  expect(splitMessage(text)).toEqual({ headline: '', rest: text });
});

test('technical details leave out what the source did not say', () => {
  expect(technicalDetails({ ...error, where: '', severity: null })).toEqual([['Code', 'P0002']]);
});

test('the report of a failure has the message, the details, the values, and the link', () => {
  const report = reportOfFailure({
    commandName: 'Refund an order',
    runId: 12,
    userName: 'Maria Keller',
    endedAt: 'Nov 22, 2026',
    title: null,
    errors: [error],
    values: 'Order ID 7',
    link: 'https://example.com/org/builder?id=3#run-12',
  });
  expect(report).toBe(
    [
      'Refund an order failed for Maria Keller on Nov 22, 2026 (run 12).',
      '',
      'There is no order 7.',
      'Hint: Look the number up.',
      'Where: PL/pgSQL function refund_order(integer) line 3 at RAISE',
      'Code: P0002',
      'Severity: ERROR',
      '',
      'Values: Order ID 7',
      'Run: https://example.com/org/builder?id=3#run-12',
    ].join('\n'),
  );
});
