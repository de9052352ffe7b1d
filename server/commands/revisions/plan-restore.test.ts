import { describe, expect, it } from 'vitest';
import type { Input, InputType } from '@/lib/inputs/input';
import type { Configuration, ConfigurationInput } from '@/lib/settings/configuration';
import { unconfigured } from '@/lib/settings/input-setting-list';
import { postgresInputType } from '@/lib/type-systems/postgres/postgres-types';
import { type CurrentConfiguration, planRestore } from './plan-restore';

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

const current = (changes: Partial<CurrentConfiguration> = {}): CurrentConfiguration => ({
  own: {
    name: 'Now',
    description: null,
    executeInTransaction: true,
    inputChecks: [],
    undoPartner: null,
    outputObjectPath: null,
    outputDisplay: [],
    maskedOutputs: [],
    maskRevealers: [],
    isChartFirst: false,
    isOutputInDownloads: false,
    needsApproval: false,
    approvalHours: 24,
    confirmationWord: null,
    timeoutSeconds: null,
    retryCount: 0,
    retryDelaySeconds: 30,
    concurrencyLimit: null,
    minutesSaved: null,
    minutesSavedColumn: null,
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
  it("leaves settings that the revision doesn't have, and who can find the command", () => {
    const { own } = planRestore(current(), revision({ name: 'Then', visibility: 'public', folderId: 9 }));
    expect(own).toEqual({ ...current().own, name: 'Then' });
  });

  it("keeps today's masks and adds those of the revision", () => {
    const [email, iban] = ['email', 'iban'].map((path) => ({ kind: 'column' as const, path }));
    if (email === undefined || iban === undefined) throw new Error('Two masks');
    const masked = (maskedOutputs: (typeof email)[]) => ({ ...current().own, maskedOutputs });
    const of = (now: (typeof email)[], then: (typeof email)[]) =>
      planRestore(current({ own: masked(now) }), revision({ maskedOutputs: then })).own.maskedOutputs;
    expect(of([email], [])).toEqual([email]);
    expect(of([email], [iban, email])).toEqual([email, iban]);
    expect(planRestore(current({ own: masked([email]) }), revision({})).own.maskedOutputs).toEqual([email]);
  });

  it("leaves newer inputs, and doesn't bring back removed ones", () => {
    const inputs = [input('a', { note: 'Now' }), input('b', { note: 'Newer' })];
    const restored = planRestore(current({ inputs }), revision({}, [{ note: 'Then' }, { key: 'gone' }]));
    expect(restored.inputs.map(({ key, settings }) => [key, settings.note])).toEqual([['a', 'Then']]);
  });

  it('leaves a default that the input no longer accepts', () => {
    const inputs = [input('a', { defaultValue: 1, useDefaultValue: true, note: 'Now' })];
    const kept = { defaultValue: 'text', useDefaultValue: false, note: 'Then' };
    const [restored] = planRestore(current({ inputs }), revision({}, [kept])).inputs;
    expect(restored?.settings).toMatchObject({ defaultValue: 1, useDefaultValue: true, note: 'Then' });
  });

  it('leaves a secret default, and keeps the current startup value of a password', () => {
    const secret: InputType = { ...typeOf('text'), inputType: 'password' };
    const inputs = [input('a', { type: secret, defaultValue: 'canary' }), input('b', { order: 1 })];
    const shared = { ...current().shared, startupValues: { a: 'kept', b: 1 } };
    const mark = { is_set: true };
    const restored = planRestore(
      current({ inputs, shared }),
      revision({ startupValues: { a: mark, b: 2, gone: 3 } }, [{ defaultValue: mark }]),
    );
    expect(restored.inputs).toEqual([]);
    expect(restored.shared.startupValues).toEqual({ a: 'kept', b: 2 });
  });

  it('puts inputs in their earlier order, newer ones last, and changes no position if the order is the same', () => {
    const inputs = ['a', 'new', 'b'].map((key, at) => input(key, { order: at * 10 }));
    const orderOf = (keys: string[]) =>
      planRestore(
        current({ inputs }),
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

  it('S65 leaves a default that has become a secret, even if the revision has it as plain text', () => {
    const type = { ...typeOf('text'), inputType: 'password' as const };
    const inputs = [input('a', { type, defaultValue: { is_set: true }, note: 'Now' })];
    const kept = revision({}, [{ note: 'Then', defaultValue: 'plain' }]);
    expect(planRestore(current({ inputs }), kept).inputs).toMatchObject([
      { settings: { note: 'Then', defaultValue: { is_set: true } } },
    ]);
  });
});
