import { describe, expect, it } from 'vitest';
import { coerceValue } from '@/lib/values/coerce-value';
import { mssqlInputTypeByName } from './mssql/mssql-types';
import { openapiInputType } from './openapi/openapi-types';
import { postgresInputType } from './postgres/postgres-types';
import { pythonInputTypeByName } from './scripts/python-types';
import { rInputTypeByName } from './scripts/r-types';

const postgres = ['uuid', 'bytea', 'inet', 'macaddr', 'bit', 'varbit', 'int4range', 'txid_snapshot', 'tid']
  .concat(['oidvector', 'int2vector', 'pg_lsn', 'interval', 'point', 'polygon', 'tsvector'])
  .map((name) => [name, postgresInputType({ kind: 'base', name })] as const);
const openapi = ['byte', 'email', 'uuid', 'uri', 'hostname', 'ipv4', 'ipv6', 'duration']
  .map((format) => `string:${format}`)
  .map((name) => [name, openapiInputType(name)] as const);
const others = [
  ...['varbinary(max)', 'hierarchyid', 'uniqueidentifier'].map(
    (name) => [name, mssqlInputTypeByName(name)] as const,
  ),
  ...['complex', 'Fraction', 'timedelta', 'bytes', 'EmailStr'].map(
    (name) => [name, pythonInputTypeByName(name)] as const,
  ),
  ...['complex', 'raw'].map((name) => [name, rInputTypeByName(name)] as const),
];

const LENGTH = 250_000;
const heads = ['', '/', '1+', 'P', '\\x', 'a', 'a@', '(', '[1,', '1:1:'];
const pieces = ['a', '0', 'A', '.', ':', '1 ', 'a.', '1:', ',', '1,', '=', ' ', 'x@', '-1 ', 'a-', '::'];

describe('S72 our own patterns', () => {
  it.each([...postgres, ...openapi, ...others])(
    'of %s take a time that grows with the text alone',
    (_, type) => {
      for (const head of heads) {
        for (const piece of pieces) {
          const text = `${head}${piece.repeat(LENGTH / piece.length)}!`;
          const beganAtMs = performance.now();
          if (type !== null) coerceValue(type, text);
          // A time that grows with the square of the text is about a minute.
          expect(performance.now() - beganAtMs, `${head}${piece}…`).toBeLessThan(10_000);
        }
      }
    },
  );
});
