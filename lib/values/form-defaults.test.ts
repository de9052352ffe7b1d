import { describe, expect, it } from 'vitest';
import type { Input } from '@/lib/inputs/input';
import { unconfigured } from '@/lib/settings/input-setting-list';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { withFormDefaults, withoutFormDefaults } from './form-defaults';

const input = (key: string, settings: Partial<Input> = {}): Input => ({
  key,
  type: openapiInputType('string'),
  defaultExpression: null,
  inputId: 1,
  templateInputId: 1,
  ...unconfigured,
  ...settings,
});

const filled = { defaultValue: 'x', useDefaultValue: true };
const opened = (inputs: Input[], values = {}) => withFormDefaults(inputs, values, {});

describe('a form that nobody touched', () => {
  it('has the defaults that it opens with, and no others', () => {
    expect(opened([input('a', filled), input('hint', { defaultValue: 'y' }), input('c')])).toEqual({
      a: 'x',
    });
    for (const fixed of [{ hidden: true }, { locked: true }, { variable: 'user_name' }])
      expect(opened([input('a', { ...filled, ...fixed })])).toEqual({});
  });

  it('S65 never has the secret that stands in a default', () => {
    const type = openapiInputType('string:password');
    expect(opened([input('a', { ...filled, type, defaultValue: 'opened on the server' })])).toEqual({});
  });

  it('keeps whatever was given: an empty text is an input that was emptied', () => {
    for (const given of ['', null, 'z', '__proto__']) {
      expect(opened([input('a', filled)], { a: given })).toEqual({ a: given });
    }
    expect(Object.keys(opened([input('a', filled)], JSON.parse('{"__proto__": 1}')))).toEqual([
      '__proto__',
      'a',
    ]);
  });

  it('has no default of an input that its conditions leave out', () => {
    const shown = [{ key: 'a', test: 'is' as const, values: ['x'] }];
    const conditional = [input('a', filled), input('b', { ...filled, conditions: { shown } })];
    expect(opened(conditional)).toEqual({ a: 'x', b: 'x' });
    expect(opened(conditional, { a: 'y' })).toEqual({ a: 'y' });
    // What was given is kept, so that the run refuses it with a reason.
    expect(opened(conditional, { a: 'y', b: 'z' })).toEqual({ a: 'y', b: 'z' });
  });
});

describe('the values of an earlier run', () => {
  it('stay without a value where they had none', () => {
    const inputs = [input('a', filled), input('b'), input('c', filled)];
    const again = withoutFormDefaults(inputs, { c: 'y' });
    expect(again).toEqual({ a: '', c: 'y' });
    expect(opened(inputs, again)).toEqual(again);
  });
});
