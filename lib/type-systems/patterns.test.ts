import { describe, expect, it } from 'vitest';
import { coerceValue } from '@/lib/inputs/coerce-value';
import { openapiInputType } from './openapi-types';
import { postgresInputType } from './postgres-types';

const postgres = ['uuid', 'bytea', 'inet', 'macaddr', 'bit', 'varbit', 'int4range', 'txid_snapshot', 'tid']
  .concat(['oidvector', 'int2vector', 'pg_lsn', 'interval', 'point', 'polygon', 'tsvector'])
  .map((name) => [name, postgresInputType({ kind: 'base', name })] as const);
const openapi = ['byte', 'email', 'uuid', 'uri', 'hostname', 'ipv4', 'ipv6', 'duration']
  .map((format) => `string:${format}`)
  .map((name) => [name, openapiInputType(name)] as const);

const LENGTH = 1_000_000;
const heads = ['', '\\x', 'a', 'a@', '(', '[1,', '1:1:'];
const pieces = ['a', '0', 'A', '.', ':', '1 ', 'a.', '1:', ',', '1,', '=', ' ', 'x@', '-1 ', 'a-', '::'];

describe('S72 our own patterns', () => {
  it.each([...postgres, ...openapi])('of %s take a time that grows with the text alone', (_, type) => {
    for (const head of heads) {
      for (const piece of pieces) {
        const text = `${head}${piece.repeat(LENGTH / piece.length)}!`;
        const beganAtMs = performance.now();
        coerceValue(type, text);
        expect(performance.now() - beganAtMs, `${head}${piece}…`).toBeLessThan(1_000);
      }
    }
  });
});
