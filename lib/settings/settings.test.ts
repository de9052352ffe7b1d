import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { changeWords } from '@/components/command/change-words';
import { differenceLabel } from '@/components/configure/changelog/difference-words';
import { commandFields, commandLabel } from '@/components/configure/command/command-fields';
import { inputFields, inputLabel } from '@/components/configure/inputs/input-fields';
import { sampleInput } from '@/components/input-form/gallery/sample-input';
import { parseExactJson } from '@/lib/base/exact-json';
import { commandDetail } from '@/lib/contract/command/command';
import { updateCommand, updateTemplate } from '@/lib/contract/command/configure';
import { input as inputCodec } from '@/lib/contract/command/input-shape';
import { updateInput } from '@/lib/contract/command/inputs';
import { shapeOf } from '@/lib/wire/wire';
import { settingPairs } from '@/server/access/setting-columns';
import { byColumn, changedKeys, changedValues } from './change-settings';
import { commandSettings, ownSettings, templateSettings } from './command-settings';
import { type Configuration, differencesOf } from './configuration';
import { formValues } from './form-values';
import { inputSettingList, unconfigured } from './input-setting-list';
import { inputSettings } from './input-settings';
import { optionalText, type Setting } from './setting';
import { wordsOf } from './setting-words';
import { answerShape, bodyShape, partialShape } from './wire-shapes';

const camelCase = (text: string) => text.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The names that a request takes. */
const keysOf = (body: z.ZodType) => Object.values(shapeOf(body) ?? {}).map(([wire]) => wire);

describe('a setting that is added to the list', () => {
  const unit = {
    column: 'unit',
    wire: 'unit_of_value',
    ...optionalText(40),
    label: 'Unit',
    logName: 'unit',
  } as const;
  const settings = { note: inputSettings.note, unit } as const;

  it('is answered, taken and checked by the API', () => {
    expect(answerShape(settings).unit[0]).toBe('unit_of_value');
    expect(partialShape(settings).unit[1].parse(undefined)).toBeUndefined();
    const [wire, sent] = bodyShape(settings).unit;
    expect(wire).toBe('unitOfValue');
    expect(sent.safeParse('x'.repeat(41)).success).toBe(false);
  });

  it('is read, compared and written by its column', () => {
    const before = { note: null, unit: null };
    const after = changedValues(settings, before, { unit: ' kg ' });
    expect(after).toEqual({ note: null, unit: 'kg' });
    expect(changedKeys(settings, before, after)).toEqual(['unit']);
    expect(byColumn(settings, after)).toEqual({ note: null, unit: 'kg' });
    expect(settingPairs(settings, 'i')).toContain(`'unit', i.unit`);
  });

  it('is in the form, where empty text means no value', () => {
    expect(formValues(settings, { note: null, unit: null })).toEqual({ note: '', unit: '' });
  });
});

describe('every setting of an input', () => {
  it.each(inputSettingList)('%s is in the API, the form, revisions and the words of both', (key, setting) => {
    const { wire, sent, label, logName, initial }: Setting & { initial: unknown } = setting;
    expect(unconfigured[key]).toEqual(initial);
    expect(z.encode(inputCodec, sampleInput('amount'))).toHaveProperty(wire);
    expect(label).not.toBe('');
    expect(logName).not.toBe('');
    if (sent === null) return;
    expect(keysOf(updateInput.body)).toContain(camelCase(wire));
    expect(Object.keys(inputFields(sampleInput('amount')))).toContain(key);
    expect(inputLabel(key)).toBe(label);
    const told = { inputKey: 'amount', setting: wire, before: null, after: null };
    expect(differenceLabel(told)).toBe(`amount: ${label}`);
    const of = (value: unknown): Configuration => ({
      settings: {},
      headers: [],
      inputs: [{ key: 'amount', typeId: 'text', [key]: value }],
    });
    expect(differencesOf(of('was'), of('is'))).toEqual([{ ...told, before: 'was', after: 'is' }]);
  });
});

describe('every setting of a command', () => {
  it.each(Object.entries(commandSettings))(
    '%s is in the API, revisions and the words of both',
    (key, setting) => {
      const { wire, label, logName } = setting;
      const body = Object.hasOwn(ownSettings, key) ? updateCommand.body : updateTemplate.body;
      expect(keysOf(body)).toContain(camelCase(wire));
      expect(commandLabel(key)).toBe(label);
      expect(changeWords({ changeType: 'user_update', changed: [wire] })).toBe(`Changed: ${logName}`);
      const told = { inputKey: null, setting: wire, before: 'was', after: 'is' };
      expect(differenceLabel(told)).toBe(label);
      const of = (value: unknown) =>
        ({ settings: { [key]: value }, headers: [], inputs: [] }) as Configuration;
      expect(differencesOf(of('was'), of('is'))).toEqual([told]);
    },
  );

  it('is answered with the command, and edited in its form', () => {
    const answered = shapeOf(commandDetail) ?? {};
    const [, template] = answered.template ?? [];
    const names = [answered, template === undefined ? {} : (shapeOf(template) ?? {})].flatMap(Object.values);
    const wires = names.map(([wire]: [string]) => wire);
    expect(wires).toEqual(expect.arrayContaining(Object.values(commandSettings).map(({ wire }) => wire)));
    const values = { name: 'x', startupValues: null, template: {} };
    const fields = commandFields(values as unknown as Parameters<typeof commandFields>[0]);
    expect(Object.keys(fields).sort()).toEqual(Object.keys({ ...ownSettings, ...templateSettings }).sort());
  });
});

it('a number is told with its digits', () => {
  expect(wordsOf({}, parseExactJson('10.50'))).toBe('10.50');
});
