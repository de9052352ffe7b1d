import type { Site } from '../../values/draft';
import type { Found } from '../result/found';
import { Draft } from '../values/draft';
import {
  itemsOf,
  native,
  nothing,
  numberOf,
  plain,
  subjectOf,
  textOf,
  thingOf,
  unknownCode,
} from '../values/make';
import type { Interpreter, Native, Thing, Value } from '../values/value';

/** More questions than this aren't asked of anyone. */
const mostQuestions = 200;

/** The questions that a script asks on standard input, in their order. */
export class Answers {
  readonly drafts: Draft[] = [];
  /** Why the questions can't be answered beforehand; null if they can. */
  refusal: string | null = null;
  /** What was printed last, which is the question. */
  printed: string | null = null;

  ask(prompt: string | null, what: string, site: Site, machine: Interpreter): Draft {
    if (machine.openLoops > 0 || this.drafts.length >= mostQuestions)
      this.refusal ??= `It asks again and again while it runs (line ${site.line}), so its answers can't be filled in beforehand.`;
    const draft = new Draft(site, what, true);
    const question = (prompt ?? this.printed)?.trim() ?? '';
    this.printed = null;
    draft.description = question === '' ? null : question;
    draft.terms = machine.terms() ?? [];
    draft.isNeeded = true;
    if (this.refusal === null) this.drafts.push(draft);
    return draft;
  }

  found(): Found[] {
    return this.drafts.map((draft, at) => {
      draft.key ??= draft.description?.replace(/[\s:>?]+$/, '').trim() ?? `answer_${at + 1}`;
      return { draft, way: { by: 'answer' }, after: 0 };
    });
  }
}

const readline = native('prompt', (call, machine) =>
  subjectOf(machine.stateOf(Answers).ask(textOf(call.value('prompt')), 'readline', call.site, machine)),
);

const secret = native('prompt msg ...', (call, machine) => {
  const prompt = textOf(call.value('prompt') ?? call.value('msg'));
  const draft = machine.stateOf(Answers).ask(prompt, 'readline', call.site, machine);
  draft.isSecret = true;
  return subjectOf(draft);
});

/** Asks in a console alone, which no script has that is run. */
const inConsole = native('...', (call, machine) => {
  machine.note(call.site, `${call.code ?? 'It'} asks in a console, so it gets no answer here.`);
  return unknownCode(call.code);
});

/** Standard input, as `file("stdin")` opens it. */
class StandardInput implements Thing {
  passedOn(): void {}
}

const input: Value = thingOf(new StandardInput());

const opening = native('description open ...', (call) => {
  const named = call.value('description') ?? nothing;
  if (named.kind === 'subject') return named;
  return textOf(named) === 'stdin' ? input : unknownCode(call.code);
});

const isInput = (value: Value): boolean =>
  (value.kind === 'thing' && value.thing instanceof StandardInput) || textOf(value) === 'stdin';

/** Reads lines of standard input: one of them is an answer, all of them are a list. */
const readingLines = (own: Native, isValues: boolean): Native =>
  native('con file what n ... nlines nmax quiet', (call, machine) => {
    const source = call.value('con') ?? call.value('file') ?? nothing;
    if (!isInput(source)) return own.call(call, machine);
    const count = numberOf(call.value('n') ?? call.value('nlines') ?? call.value('nmax'));
    const ask = () => machine.stateOf(Answers).ask(null, isValues ? 'scan' : 'readLines', call.site, machine);
    if (count !== null && count > 1 && count <= 20)
      return itemsOf(Array.from({ length: count }, () => ({ name: null, value: subjectOf(ask()) })));
    const draft = ask();
    if (count === null || count < 1) {
      draft.isList = true;
      draft.divider = '\n';
    }
    const what = call.value('what');
    if (isValues && what === undefined) draft.become('numeric');
    return subjectOf(draft);
  });

/** What is printed before an answer is read is its question. */
const printing = (own: Native): Native =>
  native('...', (call, machine) => {
    const answers = machine.stateOf(Answers);
    const value = own.call(call, machine);
    const [first] = call.all.filter(({ name }) => name === null);
    const text = textOf(first?.value());
    if (text !== null && text.trim() !== '') answers.printed = text;
    return value;
  });

/** @param others the calls of base R that read files and print */
export function answerCalls(others: ReadonlyMap<string, Native>): ReadonlyMap<string, Native> {
  const own = (name: string): Native => others.get(name) ?? native('...', () => nothing);
  return new Map([
    ['readline', readline],
    ...['askpass', 'ask_password'].map((name): [string, Native] => [name, secret]),
    ...['menu', 'getPass', 'select.list'].map((name): [string, Native] => [name, inConsole]),
    ['file', opening],
    ['stdin', native('', () => input)],
    ['readLines', readingLines(own('readLines'), false)],
    ['read_lines', readingLines(own('read_lines'), false)],
    ['scan', readingLines(own('scan'), true)],
    ['cat', printing(own('cat'))],
    ['message', printing(own('message'))],
    ['writeLines', printing(own('writeLines'))],
    ['close', native('...', () => plain(0))],
    ['open', native('...', () => nothing)],
  ]);
}
