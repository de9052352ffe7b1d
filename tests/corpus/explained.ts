import type { CorpusCall } from './calls';

/** Differences that are meant, by the routine's name and what differs. */
const explained: readonly { routine: RegExp; what: RegExp; why: string }[] = [
  {
    routine: /^pg_catalog\.acldefault\(/,
    what: /^aclitem\[\]/,
    why: 'the same text, which to_json cannot read back: it names roles that are not there',
  },
];

export function explanationOf({ routine }: CorpusCall, what: string): string | null {
  return explained.find((rule) => rule.routine.test(routine) && rule.what.test(what))?.why ?? null;
}
