import type { RunError } from './run-error';

/** A longer first line is a text, not a headline. */
const LONGEST_HEADLINE = 400;

/** The first line of a source's message, and the lines after it; one of them may be empty. */
export function splitMessage(message: string): { headline: string; rest: string } {
  const text = message.trim();
  const lineEnd = text.indexOf('\n');
  const headline = lineEnd < 0 ? text : text.slice(0, lineEnd).trimEnd();
  if (headline.length > LONGEST_HEADLINE) return { headline: '', rest: text };
  return { headline, rest: lineEnd < 0 ? '' : text.slice(lineEnd + 1) };
}

/** What engineers need of an error and runners don't: where it occurred, and its code, by name. */
export function technicalDetails({ where, code, severity }: RunError): [name: string, value: string][] {
  return present([
    ['Where', where],
    ['Code', code],
    ['Severity', severity],
  ]);
}

/** A failed run as a text that an engineer can work with. */
export function reportOfFailure(failure: {
  commandName: string;
  runId: number;
  /** Who ran it, and when it ended, in words. */
  userName: string;
  endedAt: string;
  /** How it ended, if its errors don't say. */
  title: string | null;
  errors: readonly RunError[];
  /** Its values, without secrets; empty if there are none. */
  values: string;
  /** Where the run is shown. */
  link: string;
}): string {
  const { commandName, runId, userName, endedAt, title, errors, values, link } = failure;
  return [
    `${commandName} failed for ${userName} on ${endedAt} (run ${runId}).`,
    ...(title === null ? [] : [title]),
    ...errors.map(errorAsText),
    [...(values === '' ? [] : [`Values: ${values}`]), `Run: ${link}`].join('\n'),
  ].join('\n\n');
}

function errorAsText(error: RunError): string {
  const facts = [
    ...present([
      ['Detail', error.detail],
      ['Hint', error.hint],
    ]),
    ...technicalDetails(error),
  ];
  return [error.message, ...facts.map(([name, value]) => `${name}: ${value}`)].join('\n');
}

function present(facts: readonly [string, string | null][]): [string, string][] {
  return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]));
}
