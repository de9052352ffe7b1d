import { expect, test } from 'vitest';
import { mssqlInputTypeByName } from '@/lib/type-systems/mssql/mssql-types';
import { readDefault } from './default-value';
import { readDefinition } from './definition';

const defaultsOf = (definition: string) =>
  readDefinition(definition)?.defaults.map(({ name, text }) => `${name} = ${text}`);

test.each([
  [
    "create procedure dbo.p @a int = 1, @b nvarchar(50) = N'it''s, ok', @c int as select 1",
    ['@a = 1', "@b = N'it''s, ok'"],
  ],
  [
    'CREATE OR ALTER PROC [dbo].[odd ]] name] (@a decimal(12, 2) = -1.50, @b money = $3.5 OUTPUT) AS SELECT @a = 7',
    ['@a = -1.50', '@b = $3.5'],
  ],
  [
    '-- create procedure x @z int = 9\n/* @y int = 8 /* nested */ */ create function f(@a int=0x1F, @b int = null) returns int as begin return @a end',
    ['@a = 0x1F', '@b = null'],
  ],
  [
    'create proc p @a as int = 5, @b sysname = master with recompile as declare @x int = 3',
    ['@a = 5', '@b = master'],
  ],
  [
    "create proc p @t dbo.Lines readonly, @c cursor varying output, @d date = '2026-01-01' for replication as",
    ["@d = '2026-01-01'"],
  ],
  ['create proc p;2 @a int = 4 as select 1', ['@a = 4']],
  ['create procedure p as declare @a int = 1', []],
  ['create procedure p @ünï_1# int = 1e3 as select 1', ['@ünï_1# = 1e3']],
])('the defaults of %s', (definition, defaults) => {
  expect(defaultsOf(definition)).toEqual(defaults);
});

test('other text has no defaults', () => {
  expect(readDefinition('create view v as select 1 as [@a = 1]')).toBeNull();
  expect(readDefinition('')).toBeNull();
  expect(defaultsOf("create procedure p @a nvarchar(max) = 'unclosed")).toEqual(["@a = '"]);
});

test('S41 a long definition is read in time that grows with its length alone', () => {
  const long = `create procedure p @a int = 1 ${'/*'.repeat(100_000)} ${"'".repeat(100_001)}`;
  const beganAtMs = performance.now();
  expect(defaultsOf(long)).toEqual(['@a = 1']);
  expect(performance.now() - beganAtMs).toBeLessThan(10_000);
});

test.each([
  ['int', '5', { value: 5, expression: null }],
  ['bigint', '9007199254740993', { value: '9007199254740993', expression: null }],
  ['decimal(12,2)', '-1.50', { value: '-1.5', expression: null }],
  ['money', '$3.5', { value: '3.5', expression: null }],
  ['float', '1e3', { value: 1000, expression: null }],
  ['bit', '1', { value: true, expression: null }],
  ['nvarchar(50)', "N'it''s'", { value: "it's", expression: null }],
  ['nvarchar(50)', 'master', { value: 'master', expression: null }],
  ['date', "'2026-01-31'", { value: '2026-01-31', expression: null }],
  ['datetime', "'20260131'", { value: null, expression: "'20260131'" }],
  ['varbinary(4)', '0x1F', { value: '0x1F', expression: null }],
  ['int', 'NULL', { value: null, expression: null }],
  ['int', '@@spid', { value: null, expression: '@@spid' }],
])('the default of %s %s', (typeId, text, expected) => {
  const type = mssqlInputTypeByName(typeId);
  if (type === null) throw new Error(typeId);
  expect(readDefault(text, type)).toEqual(expected);
});
