import { z } from 'zod';
import { conditionTests, inputCheckTests } from '@/lib/settings/condition-terms';
import { json } from '@/lib/wire/values';

const inputKey = z.string().min(1).max(500);

/** More than anyone can read. */
const MOST_TERMS = 10;
const MOST_VALUES = 50;
const MOST_CHECKS = 50;

const term = z.strictObject({
  key: inputKey,
  test: z.enum(conditionTests),
  values: z.array(json).max(MOST_VALUES),
});

const terms = z.array(term).min(1).max(MOST_TERMS).optional();

/** `Conditions` of lib/settings/condition-terms.ts. */
export const conditions = z.strictObject({ shown: terms, required: terms, locked: terms });

export const inputChecks = z
  .array(
    z
      .strictObject({
        left: inputKey,
        test: z.enum(inputCheckTests),
        right: inputKey.nullable(),
        value: z.string().trim().min(1, 'Please enter a value').max(200).optional(),
        message: z.string().trim().min(1, 'Please enter a message').max(200),
      })
      .refine(({ right, value }) => (right === null) === (value !== undefined), {
        path: ['value'],
        message: 'Compare with an input or with a value, not with both',
      }),
  )
  .max(MOST_CHECKS);
