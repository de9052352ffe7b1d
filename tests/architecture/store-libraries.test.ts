import { expect, test } from 'vitest';
import { filesIn, textOf } from './source-files';

const LIBRARIES = /from '(@azure\/storage-blob|@aws-sdk\/[\w-]+)'/;

/** The connector of AWS calls it with the same libraries, loaded as late. */
const CONNECTOR = 'server/connectors/aws-role/';

test('the libraries of clouds are loaded where they are used, and never at the start', () => {
  const files = filesIn(['app', 'cli', 'components', 'jobs', 'lib', 'server'], ['.ts', '.tsx']);
  const named = files.filter((file) => /'@(azure\/storage-blob|aws-sdk\/)/.test(textOf(file)));
  expect(named.filter((file) => !file.startsWith(CONNECTOR)).sort()).toEqual([
    'server/stores/azure-store.ts',
    'server/stores/s3-store.ts',
  ]);
  const loaded = named.flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => LIBRARIES.test(line) && !line.startsWith('import type ')),
  );
  expect(loaded).toEqual([]);
});

test('the driver of SQL Server is loaded where a connection is used, and never at the start', () => {
  const folder = 'server/connectors/mssql/';
  const connector = textOf(`${folder}connector.ts`);
  const atStart = [...connector.matchAll(/^import (?!type ).*from '\.\/([\w-]+)';$/gm)].map(
    ([, file]) => file,
  );
  expect(atStart.length).toBeGreaterThan(0);
  for (const file of atStart)
    expect(textOf(`${folder}${file}.ts`)).not.toMatch(/^import (?!type ).*'tedious/m);
});

test('the packages for traces are loaded where they are sent, and never at the start', () => {
  const files = filesIn(['app', 'cli', 'components', 'jobs', 'lib', 'server'], ['.ts', '.tsx']);
  const sender = 'server/base/tracing/open-telemetry';
  expect(files.filter((file) => textOf(file).includes("'@opentelemetry/"))).toEqual([`${sender}.ts`]);
  const importers = files.filter((file) => textOf(file).includes(`@/${sender}'`));
  expect(importers).toEqual(['server/base/tracing/tracing.ts']);
  expect(textOf('server/base/tracing/tracing.ts')).not.toMatch(/^import .*open-telemetry'/m);
});
