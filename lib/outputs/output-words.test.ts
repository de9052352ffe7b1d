import { expect, it } from 'vitest';
import { outputWords } from './output-words';

const column = { kind: 'column', path: 'total', resultSet: 1, isHidden: true, order: 0 };

it('puts output settings in words', () => {
  const set = { ...column, name: 'Total', format: 'money', detail: 'EUR' };
  expect(outputWords('output_display', [set])).toBe(
    'total of result 2: named “Total”, hidden, place 1, Money (EUR)',
  );
  expect(outputWords('masked_outputs', [{ kind: 'field', path: 'a.b' }])).toBe('a.b');
  expect(outputWords('masked_outputs', [])).toBe('—');
  expect(outputWords('mask_revealers', [])).toBe('Engineers');
  expect(outputWords('mask_revealers', ['u1', 'u2'])).toBe('2 people');
  expect(outputWords('name', 'x')).toBeNull();
});
