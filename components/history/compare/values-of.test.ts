import { expect, test } from 'vitest';
import { valuesOf } from './values-of';

test('the values of a run are its own, and otherwise those of its summary, if those are whole', () => {
  expect(valuesOf({ params: '{"note":"xxx' }, { params: { note: 'xxxx' } })).toEqual({ note: 'xxxx' });
  expect(valuesOf({ params: { note: 'x' } }, undefined)).toEqual({ note: 'x' });
  expect(valuesOf({ params: null }, undefined)).toEqual({});
  expect(valuesOf({ params: '{"note":"xxx' }, undefined)).toBeNull();
});
