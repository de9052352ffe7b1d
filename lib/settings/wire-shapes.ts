import type { z } from 'zod';
import type { Setting, Settings } from './setting';

type CamelCase<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;

const camelCase = (text: string): string =>
  text.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

type AnswerShape<S extends Settings> = {
  readonly [K in keyof S]: readonly [S[K]['wire'], S[K]['answer']];
};

type BodyShape<S extends Settings> = {
  readonly [K in keyof S as S[K]['sent'] extends z.ZodType ? K : never]: readonly [
    CamelCase<S[K]['wire']>,
    Extract<S[K]['sent'], z.ZodType>,
  ];
};

/** Settings as an answer of the API has them. */
export function answerShape<const S extends Settings>(settings: S): AnswerShape<S> {
  const fields = Object.entries<Setting>(settings).map(([key, { wire, answer }]) => [key, [wire, answer]]);
  return Object.fromEntries(fields) as AnswerShape<S>;
}

type PartialShape<S extends Settings> = {
  readonly [K in keyof S]: readonly [S[K]['wire'], z.ZodOptional<S[K]['answer']>];
};

/** Settings as an answer has them that may have been written before some of them existed. */
export function partialShape<const S extends Settings>(settings: S): PartialShape<S> {
  const fields = Object.entries<Setting>(settings).map(([key, { wire, answer }]) => [
    key,
    [wire, answer.optional()],
  ]);
  return Object.fromEntries(fields) as PartialShape<S>;
}

/** Settings as a request may change them. */
export function bodyShape<const S extends Settings>(settings: S): BodyShape<S> {
  const fields = Object.entries<Setting>(settings).flatMap(([key, { wire, sent }]) =>
    sent === null ? [] : [[key, [camelCase(wire), sent]]],
  );
  return Object.fromEntries(fields) as BodyShape<S>;
}
