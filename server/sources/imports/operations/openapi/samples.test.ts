import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readExecutable } from '@/server/connectors/rest/executable';
import { importOpenapi } from './import-openapi';

const folder = 'tests/samples/openapi';

/** A row of the table in tests/samples/INDEX.md. */
interface Row {
  file: string;
  operations: number;
  parameters: number;
  withBody: number;
}

const rows: Row[] = [
  ...readFileSync('tests/samples/INDEX.md', 'utf8').matchAll(
    /^\| openapi\/(\S+) \| [\d.]+ \| (\d+) \| (\d+) \| (\d+) \|/gm,
  ),
].map(([, file = '', operations, parameters, withBody]) => ({
  file,
  operations: Number(operations),
  parameters: Number(parameters),
  withBody: Number(withBody),
}));

test('the table has a row for every sample', () => {
  expect(rows.map(({ file }) => file).sort()).toEqual(readdirSync(folder).sort());
});

describe.each(rows)('$file', async ({ file, ...counts }) => {
  const read = await importOpenapi(readFileSync(join(folder, file), 'utf8'));
  const executables = read.operations.map(({ executable }) => readExecutable(executable));

  test('imports exactly as many as its index says', () => {
    const parameters = executables.reduce((sum, each) => sum + each.parameters.length, 0);
    const withBody = executables.filter(({ body }) => body !== null).length;
    // 2.0 counts a body, or each of its fields, as a parameter.
    const fields = executables.reduce(
      (sum, { body }) => sum + (body === null ? 0 : Math.max(1, body.parts.length)),
      0,
    );
    const isSwagger = file.includes('-2.0.');
    expect({
      operations: read.operations.length,
      parameters: isSwagger ? parameters + bodyFields(executables) : parameters,
      withBody: isSwagger ? 0 : withBody,
    }).toEqual(counts);
    expect(fields).toBeGreaterThanOrEqual(withBody);
  });

  test('skips nothing', () => {
    expect(read.skipped).toEqual([]);
    expect(read.ignoredMethods).toEqual([]);
  });

  test('every input of an operation is used, and its key is unique', () => {
    for (const [index, { inputs }] of read.operations.entries()) {
      const { parameters = [], body = null } = executables[index] ?? {};
      const filled =
        body === null ? [] : body.wholeKey === null ? body.parts.map(({ key }) => key) : [body.wholeKey];
      const keys = inputs.map(({ key }) => key);
      expect(keys).toEqual([...parameters.map(({ key }) => key), ...filled]);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

/** How many parameters of 2.0 became bodies: one of `in: body`, or one for each field of a form. */
function bodyFields(executables: ReturnType<typeof readExecutable>[]): number {
  return executables.reduce((sum, { body }) => {
    if (body === null) return sum;
    return sum + (body.kind === 'json' ? 1 : body.parts.length);
  }, 0);
}
