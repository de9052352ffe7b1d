import { z } from 'zod';
import { exactJson } from '@/lib/base/exact-json';
import type { AnyOperation, ResponseOf } from '@/lib/contract/operation';

/** Writes a line to the standard output. */
export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Writes what a program reads. */
export const printJson = (value: unknown): void => print(exactJson(value, 2));

/** A response as the API writes it, so that a script reads the same keys here and there. */
export const asResponse = <O extends AnyOperation>(operation: O, value: ResponseOf<O>): object => {
  if (operation.answer.kind !== 'json') throw new Error(`${operation.id} responds with no JSON`);
  return z.encode(operation.answer.schema, value) as object;
};
