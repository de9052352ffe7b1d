import { describe, expect, it, test } from 'vitest';
import type { InputType } from '@/lib/inputs/input';
import { coerceValue } from '@/lib/values/coerce-value';
import { INVALID_TYPE, isKnownType, offeredTypes, typeNamed } from '../known-types';
import { mssqlInputType, mssqlInputTypeByName } from '../mssql/mssql-types';
import { typeSystemNames } from '../type-systems';
import { pythonInputTypeByName } from './python-types';
import { rInputTypeByName } from './r-types';

const look = (type: InputType | null) =>
  type === null ? null : [type.jsonType, type.component, type.inputType, type.constraints];

describe('SQL Server types', () => {
  it.each([
    ['tinyint', { minimum: 0, maximum: 255, step: 1 }],
    ['money', { minimum: '-922337203685477.5808', maximum: '922337203685477.5808', step: '0.0001' }],
    ['smallmoney', { minimum: '-214748.3647', maximum: '214748.3647', step: '0.0001' }],
    ['decimal', { minimum: -999999999999999999n, maximum: 999999999999999999n, step: 1 }],
    ['decimal(12, 2)', { minimum: '-9999999999.99', maximum: '9999999999.99', step: '0.01' }],
    ['numeric(5)', { minimum: -99999, maximum: 99999, step: 1 }],
  ])('%s is a number with its own bounds', (name, { minimum, maximum, step }) => {
    const plain = (bound: number | string | bigint) => (typeof bound === 'bigint' ? String(bound) : bound);
    expect(look(mssqlInputTypeByName(name))).toEqual([
      'number',
      'b-input',
      'number',
      { minimum: plain(minimum), maximum: plain(maximum), step },
    ]);
  });

  it.each([
    ['varchar(20)', 20],
    ['nvarchar(20)', 20],
    ['nvarchar(max)', 1073741823],
    ['varchar(MAX)', 2147483647],
    ['text', 2147483647],
    ['ntext', 1073741823],
    ['binary', 8000],
    ['varbinary', 8000],
    ['varbinary(16)', 16],
    ['[national character varying](7)', 7],
  ])('%s is text of at most %d', (name, maxLength) => {
    expect(mssqlInputTypeByName(name)).toMatchObject({
      typeId: name,
      jsonType: 'string',
      constraints: { maxLength },
    });
  });

  it('counts a parameter as the catalog does, in bytes', () => {
    expect(mssqlInputType({ name: 'nvarchar', maxBytes: 100 })).toMatchObject({
      typeId: 'nvarchar(50)',
      constraints: { maxLength: 50 },
    });
    expect(mssqlInputType({ name: 'varchar', maxBytes: -1 })).toMatchObject({ typeId: 'varchar(max)' });
    expect(mssqlInputType({ name: 'decimal', precision: 5, scale: 2 })).toMatchObject({
      typeId: 'decimal(5,2)',
    });
  });

  it('a bit is yes or no, as 1 and 0 too', () => {
    const bit = mssqlInputTypeByName('bit');
    if (bit === null) throw new Error('bit is unknown');
    expect(bit.component).toBe('b-checkbox');
    expect([1, '0', 2].map((value) => coerceValue(bit, value))).toEqual([
      { ok: true, value: true },
      { ok: true, value: false },
      { ok: false, message: 'Must be true or false' },
    ]);
  });

  it("a unique identifier may stand in braces, and its message is the documents'", () => {
    const id = mssqlInputTypeByName('uniqueidentifier');
    if (id === null) throw new Error('uniqueidentifier is unknown');
    const uuid = '6F9619FF-8B86-D011-B42D-00C04FC964FF';
    expect(coerceValue(id, `{${uuid}}`)).toEqual({ ok: true, value: `{${uuid}}` });
    expect(coerceValue(id, `{${uuid}`)).toEqual({
      ok: false,
      message: 'Must be of form: xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx',
    });
  });
});

describe('annotations of Python', () => {
  it.each([
    ['int', 'number', 'b-input'],
    ['typing.Optional[int]', 'number', 'b-input'],
    ['None | int', 'number', 'b-input'],
    ['int | str', 'object', 'json'],
    ['datetime.date', 'string', 'b-datepicker'],
    ['list[int]', 'array', 'multiselect'],
    ['List[bool]', 'array', 'json'],
    ['tuple[int, ...]', 'array', 'multiselect'],
    ['tuple[int, str]', 'array', 'json'],
    ['dict[str, list[int]]', 'object', 'json'],
    ["Literal['a', 'b']", 'string', 'b-select'],
    ['Annotated[str, "a name"]', 'string', 'b-input'],
  ])('%s is %s, edited by %s', (name, jsonType, component) => {
    expect(pythonInputTypeByName(name)).toMatchObject({ typeId: name, jsonType, component });
  });

  it('a list of a literal is chosen from, and other names are unknown', () => {
    expect(pythonInputTypeByName('list[Literal["a", "b,c"]]')?.options).toEqual(['a', 'b,c']);
    for (const name of ['', 'int[', '[]', 'numpy.ndarray[int]']) {
      expect([name, pythonInputTypeByName(name)]).toEqual([name, null]);
    }
    expect(pythonInputTypeByName('pandas.DataFrame')).toBeNull();
  });
});

describe('classes of R', () => {
  it('has the bounds of an integer, and levels to choose from', () => {
    expect(look(rInputTypeByName('integer'))).toEqual([
      'number',
      'b-input',
      'number',
      { minimum: -2147483648, maximum: 2147483647, step: 1 },
    ]);
    expect(rInputTypeByName('factor(low, high)')).toMatchObject({
      component: 'b-select',
      options: ['low', 'high'],
    });
    expect(rInputTypeByName('vector<Date>')).toMatchObject({
      jsonType: 'array',
      element: { component: 'b-datepicker' },
    });
    expect(rInputTypeByName('lm')).toBeNull();
  });
});

test('every offered type of every type system is known, and another name is an error that can be fixed', () => {
  for (const typeSystem of typeSystemNames) {
    for (const name of offeredTypes(typeSystem)) {
      const type = typeNamed(typeSystem, name);
      expect([typeSystem, name, type?.typeId]).toEqual([typeSystem, name, name]);
      if (type !== null) expect(isKnownType(type)).toBe(true);
    }
  }
  expect(typeNamed('r', 'tibbel')).toBeNull();
  expect(typeNamed('cobol', 'int')).toBeNull();
  expect(INVALID_TYPE).toBe('Error: Invalid typeId!');
});
