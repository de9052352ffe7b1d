import { expect, test } from 'vitest';
import { traceOf, withoutSecrets } from './trace';

test('S21 a trace lists the causes, and where they were thrown, without secrets in any spelling', () => {
  const cause = Object.assign(new Error('login with p@ss/word failed at p%40ss%2Fword'), { code: '28P01' });
  const { causes, places } = traceOf(new Error('Could not connect', { cause }), ['p@ss/word']);
  expect(causes).toBe('Error: Could not connect\nError (28P01): login with ••• failed at •••');
  expect(places).toContain('trace.test.ts');
  expect(places).not.toContain(process.cwd());
});

test('several causes are listed, and a circle of causes ends', () => {
  const refused = new Error('refused');
  expect(traceOf(new AggregateError([refused, new Error('timed out')], 'all failed'), []).causes).toBe(
    'AggregateError: all failed\nError: refused\nError: timed out',
  );
  const circle: Error = new Error('a');
  circle.cause = circle;
  expect(traceOf(circle, []).causes).toBe('Error: a');
});

test('a longer secret that contains another is replaced as a whole; what is too short to tell apart is left', () => {
  expect(withoutSecrets('key=abcdef abc x', ['abc', 'abcdef', 'x'])).toBe('key=••• ••• x');
});
