import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from '@/lib/base/exact-json';
import type { Input, InputType } from '@/lib/inputs/input';
import { flagsOf, readValues } from './values';

function input(key: string, type: Partial<InputType> = {}, more: Partial<Input> = {}): Input {
  const full = { typeSystem: 'postgres', typeId: 'text', jsonType: 'string', component: 'b-input', ...type };
  return { key, type: full, hidden: false, locked: false, variable: null, order: 0, ...more } as Input;
}

const inputs = [
  input('p_name'),
  input('is_open', { jsonType: 'boolean' }),
  input('tags', { jsonType: 'array' }),
  input('details', { jsonType: 'object' }),
  input('upload', { component: 'b-file' }),
  input('path.number'),
  input('query.limit'),
  input('body.limit'),
  input('format'),
  input('secret_margin', {}, { hidden: true }),
];

const OPTIONS = ['format', 'output'];

function read(flags: Record<string, (string | true)[]>, json?: string, set: string[] = []) {
  return readValues(inputs, json, new Map(Object.entries(flags)), set, OPTIONS);
}

describe('the values of a run', () => {
  it('are set by flags, whose names are those of the form or of the keys', () => {
    expect([...flagsOf(inputs, OPTIONS).values()].slice(5, 8)).toEqual([
      'number',
      'query.limit',
      'body.limit',
    ]);
    expect(read({ name: ['Lena'], 'no-is-open': [true] })).toEqual({ p_name: 'Lena', is_open: 'false' });
    expect(read({ 'p-name': ['Lena'], number: ['7'], 'query.limit': ['2'] })).toEqual({
      p_name: 'Lena',
      'path.number': '7',
      'query.limit': '2',
    });
    expect(read({ p_name: ['Lena'], 'path.number': ['7'] })).toEqual({ p_name: 'Lena', 'path.number': '7' });
  });

  it('have the key of an input whose name is not one of its own', () => {
    const named = (key: string, displayName: string) => input(key, {}, { displayName });
    const flags = flagsOf(
      [
        named('p_customer', 'Customer ID'),
        named('p_size', 'Größe'),
        named('p_kind', 'Format'),
        named('p_first', 'Day'),
        named('p_last', 'Day'),
        named('p_other', 'P last'),
      ],
      OPTIONS,
    );
    expect([...flags.values()]).toEqual(['customer-id', 'p-size', 'p-kind', 'p-first', 'p-last', 'p-other']);
  });

  it('have the shape of their type', () => {
    expect(read({ 'is-open': [true], tags: ['a', 'b'], details: ['{"id": 12345678901234567890}'] })).toEqual({
      is_open: true,
      tags: ['a', 'b'],
      details: parseExactJson('{"id": 12345678901234567890}'),
    });
    expect(read({ 'no-is-open': [true], tags: ['["a,b"]'] })).toEqual({ is_open: 'false', tags: ['a,b'] });
  });

  it('come from JSON, and flags come after it', () => {
    expect(read({ 'p-name': ['Ana'] }, '{"p_name": "Lena", "format": "csv"}')).toEqual({
      p_name: 'Ana',
      format: 'csv',
    });
    const file = join(mkdtempSync(join(tmpdir(), 'pushboard-values-')), 'values.json');
    writeFileSync(file, '{"p_name": "Lena"}');
    expect(read({}, `@${file}`, ['format=csv'])).toEqual({ p_name: 'Lena', format: 'csv' });
    expect(read({ upload: [file] })).toEqual({
      upload: 'data:application/octet-stream;name=values.json;base64,eyJwX25hbWUiOiAiTGVuYSJ9',
    });
  });

  it.each([
    [{ 'no-such': ['1'] }, undefined, '--no-such is not an input of this command. Its inputs are: --name, '],
    [{ 'secret-margin': ['1'] }, undefined, '--secret-margin is not an input of this command.'],
    [{ limit: ['1'] }, undefined, '--limit is not an input of this command. Did you mean --query.limit?'],
    [{ 'p-name': [true as const] }, undefined, 'p_name needs a value.'],
    [{ details: ['{'] }, undefined, 'details must be JSON.'],
    [{ details: ['{"a": 1, "a": 2}'] }, undefined, 'The JSON has two values for "a".'],
    [{}, '{"id": 1, "id": 2}', 'The JSON has two values for "id".'],
    [{ upload: ['/no/such/file'] }, undefined, 'The file /no/such/file cannot be read.'],
    [{}, '[1]', '--values must be a JSON object'],
    [{}, '{', '--values must be a JSON object'],
  ])('are refused before anything is sent: %j %s', (flags, json, message) => {
    expect(() => read(flags, json)).toThrow(message);
  });
});
