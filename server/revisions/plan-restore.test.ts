import { describe, expect, it } from 'vitest';
import type { Input, InputType } from '@/lib/inputs/input';
import type { Configuration, ConfigurationInput } from '@/lib/settings/configuration';
import { unconfigured } from '@/lib/settings/input-settings';
import { postgresInputType } from '@/lib/type-systems/postgres-types';
import { type Present, planRestore } from './plan-restore';

const typeOf = (name: string): InputType => postgresInputType({ kind: 'base', name });

function input(key: string, changes: Partial<Input> = {}): Input {
  return {
    key,
    type: typeOf('int4'),
    defaultExpression: null,
    inputId: 1,
    templateInputId: 1,
    ...unconfigured,
    ...changes,
  };
}

const present = (changes: Partial<Present> = {}): Present => ({
  own: {
    name: 'Now',
    description: null,
    executeInTransaction: true,
    folderId: 1,
    visibility: 'org',
    isHidden: false,
  },
  shared: {
    warningTag: null,
    runButtonText: null,
    runningMessage: null,
    isRunOnStartup: false,
    startupValues: null,
  },
  inputs: [],
  ...changes,
});

const revision = (
  settings: Configuration['settings'],
  inputs: Partial<ConfigurationInput>[] = [],
): Configuration => ({
  settings,
  headers: [],
  inputs: inputs.map((each) => ({ key: 'a', typeId: 'integer', ...each })),
});

describe('restoring', () => {
  it('leaves settings that the revision does not know, and who finds the command', () => {
    const { own } = planRestore(present(), revision({ name: 'Then', visibility: 'public', folderId: 9 }));
    expect(own).toEqual({ ...present().own, name: 'Then' });
  });

  it('leaves inputs that are newer, and does not bring back those that are gone', () => {
    const inputs = [input('a', { note: 'Now' }), input('b', { note: 'Newer' })];
    const restored = planRestore(present({ inputs }), revision({}, [{ note: 'Then' }, { key: 'gone' }]));
    expect(restored.inputs.map(({ key, settings }) => [key, settings.note])).toEqual([['a', 'Then']]);
  });

  it('leaves a default that the input no longer takes', () => {
    const inputs = [input('a', { defaultValue: 1, useDefaultValue: true, note: 'Now' })];
    const kept = { defaultValue: 'text', useDefaultValue: false, note: 'Then' };
    const [restored] = planRestore(present({ inputs }), revision({}, [kept])).inputs;
    expect(restored?.settings).toMatchObject({ defaultValue: 1, useDefaultValue: true, note: 'Then' });
  });

  it('leaves a secret default, and takes the startup value of a password from now', () => {
    const secret: InputType = { ...typeOf('text'), inputType: 'password' };
    const inputs = [input('a', { type: secret, defaultValue: 'canary' }), input('b', { order: 1 })];
    const shared = { ...present().shared, startupValues: { a: 'kept', b: 1 } };
    const mark = { is_set: true };
    const restored = planRestore(
      present({ inputs, shared }),
      revision({ startupValues: { a: mark, b: 2, gone: 3 } }, [{ defaultValue: mark }]),
    );
    expect(restored.inputs).toEqual([]);
    expect(restored.shared.startupValues).toEqual({ a: 'kept', b: 2 });
  });

  it('puts inputs in their earlier order, newer ones last; where that is the same, no position changes', () => {
    const inputs = ['a', 'new', 'b'].map((key, at) => input(key, { order: at * 10 }));
    const orderOf = (keys: string[]) =>
      planRestore(
        present({ inputs }),
        revision(
          {},
          keys.map((key, order) => ({ key, order })),
        ),
      ).inputs.map(({ key, settings }) => [key, settings.order]);
    expect(orderOf(['b', 'a'])).toEqual([
      ['a', 1],
      ['new', 2],
      ['b', 0],
    ]);
    expect(orderOf(['a', 'b'])).toEqual([]);
  });

  it('S65 leaves a default that is a secret by now, though the revision has it in the clear', () => {
    const type = { ...typeOf('text'), inputType: 'password' as const };
    const inputs = [input('a', { type, defaultValue: { is_set: true }, note: 'Now' })];
    const kept = revision({}, [{ note: 'Then', defaultValue: 'plain' }]);
    expect(planRestore(present({ inputs }), kept).inputs).toMatchObject([
      { settings: { note: 'Then', defaultValue: { is_set: true } } },
    ]);
  });
});
