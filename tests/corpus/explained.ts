import type { CorpusCall } from './calls';

/** Intended differences, by the routine's name and the difference. */
const explained: readonly { routine: RegExp; what: RegExp; why: string }[] = [
  {
    routine: /^pg_catalog\.acldefault\(/,
    what: /^aclitem\[\]/,
    why: "the same text, which to_json cannot parse: it names roles that don't exist",
  },
];

export function explanationOf({ routine }: CorpusCall, what: string): string | null {
  return explained.find((rule) => rule.routine.test(routine) && rule.what.test(what))?.why ?? null;
}
