import type { Site } from '../../../values/draft';
import { statementsIn } from '../../program/load-modules';
import type { Found } from '../../result/found';
import type { Expression, Statement } from '../../syntax/ast';
import { Draft } from '../../values/draft';
import { subjectOf, unknown } from '../../values/make';
import type { Interpreter, Value } from '../../values/value';

/** More questions than this are a conversation. */
const mostQuestions = 20;

/** The questions that a script asks on its standard input, in order. */
export class Answers {
  private readonly drafts: Draft[] = [];
  /** A question that is only asked in cases which weren't understood. */
  private unclear: Site | null = null;
  /** Why the answers can't be given beforehand; null if they can. */
  refusal: string | null = null;

  ask(prompt: string | null, what: string, site: Site, machine: Interpreter): Value {
    // A function that nothing calls asks nothing.
    if (machine.isSweeping) return unknown;
    const { isUnclear, terms } = machine.cases;
    if (machine.isRecursive || machine.openLoops.some((loop) => !isRetry(loop))) {
      const message = `It asks questions in a loop (${site.path}, line ${site.line}), so nobody can answer them beforehand.`;
      if (isUnclear) machine.note(site, message);
      else this.refusal ??= message;
      return unknown;
    }
    // The answers are given in order, so that one too many would go to the wrong question.
    if (this.unclear !== null)
      this.refusal ??= `Which questions it asks depends on more than the answers (${this.unclear.path}, line ${this.unclear.line}), so nobody can answer them beforehand.`;
    if (isUnclear) this.unclear ??= site;
    const draft = new Draft(site, what, true);
    draft.description = prompt?.replace(/[\s:>]+$/, '').trim() ?? null;
    draft.isRequired = true;
    if (isUnclear) machine.note(site, 'It asks this only in some cases, which were not understood.');
    draft.terms = [...terms];
    this.drafts.push(draft);
    if (this.drafts.length > mostQuestions)
      this.refusal ??= `It asks more than ${mostQuestions} questions, which is a conversation rather than a form.`;
    return subjectOf(draft);
  }

  found(): Found[] {
    return this.drafts.map((draft) => {
      draft.key ??= draft.description ?? 'answer';
      if (draft.key === '') draft.key = 'answer';
      return { draft, way: { by: 'answer' }, after: 0 };
    });
  }
}

/** Whether a loop only asks again until an answer is valid: apart from the question, it does nothing but complain. */
function isRetry(loop: Statement): boolean {
  if (loop.kind !== 'while') return false;
  let questions = 0;
  let hasEnd = false;
  for (const statement of statementsIn(loop.body)) {
    if (statement.kind === 'return' || (statement.kind === 'jump' && statement.word === 'break'))
      hasEnd = true;
    if (statement.kind === 'for' || statement.kind === 'while' || statement.kind === 'augment') return false;
    // `if word == 'quit': break` ends a conversation.
    if (statement.kind === 'if' && statement.test.kind === 'comparison' && statement.test.operator === '==')
      return false;
    const value =
      statement.kind === 'expression' || statement.kind === 'assign' || statement.kind === 'return'
        ? statement.value
        : null;
    if (value === null) continue;
    if (asks(value)) questions += 1;
    else if (statement.kind === 'expression' && !isComplaint(value)) return false;
  }
  return questions === 1 && hasEnd;
}

/** Whether an expression asks a question, perhaps within conversions: `int(input('…').strip())`. */
function asks(expression: Expression): boolean {
  let current: Expression | undefined = expression;
  for (let depth = 0; depth < 8 && current !== undefined; depth += 1) {
    if (current.kind === 'attribute') current = current.object;
    else if (current.kind !== 'call') return false;
    else if (current.callee.kind === 'name') {
      if (/^(input|raw_input|getpass)$/.test(current.callee.name)) return true;
      current = current.args[0]?.value;
    } else if (current.callee.kind === 'attribute') {
      if (/^(getpass|ask|prompt)$/.test(current.callee.name)) return true;
      current = current.callee.object;
    } else return false;
  }
  return false;
}

/** Whether an expression only says something: it prints, and computes nothing for that. */
function isComplaint(expression: Expression): boolean {
  if (expression.kind === 'text') return true;
  if (expression.kind !== 'call') return false;
  const { callee, args } = expression;
  const isPrinting =
    (callee.kind === 'name' && callee.name === 'print') ||
    (callee.kind === 'attribute' && /^(write|warning|error|info|echo|print)$/.test(callee.name));
  return isPrinting && args.every(({ value }) => value.kind !== 'call' || /^(f|str)$/.test(nameOf(value)));
}

const nameOf = ({ callee }: Extract<Expression, { kind: 'call' }>): string =>
  callee.kind === 'name' ? callee.name : '';
