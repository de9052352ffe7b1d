import { given } from '../interpreter/calls';
import { reduced, sameTest } from '../interpreter/comparisons';
import { draftIn, join } from '../values/join';
import { native, nothing, plain, testValue, textOf, unknownCode } from '../values/make';
import { oneOf, plainTest } from '../values/tests';
import type { Argument, Call, Interpreter, Native, Test, Value } from '../values/value';

const failing = native('...', (call, machine) => {
  for (const { value } of call.all) value();
  return machine.fail();
});

/** The value of the first argument, after all of them were evaluated. */
const through: Native = {
  formals: ['x', '...'],
  isLazy: true,
  call: (call) => {
    const [first = nothing, ...others] = call.all.map(({ value }) => value());
    return first.kind === 'ended' ? first : (others.find((each) => each.kind === 'ended') ?? first);
  },
};

/** Evaluates what it gets, and gives nothing back: what is printed is not read. */
const printing = native('...', (call) => {
  for (const { value } of call.all) value();
  return nothing;
});

const stopIfNot = native('...', (call, machine) => {
  for (const arg of call.all) {
    if (arg.name === 'msg' || arg.name === 'call.' || arg.name === 'message') continue;
    const value = arg.value();
    if (value.kind === 'ended') return value;
    const test =
      value.kind === 'items'
        ? reduced(
            value.items.map((item) => machine.testOf(item.value)),
            'all',
          )
        : machine.testOf(value);
    const end = machine.branch(
      test,
      () => nothing,
      () => machine.fail(),
    );
    if (end.kind === 'ended') return end;
  }
  return nothing;
});

/** What the body asks for is asked only where its errors end the script, too. */
const tryCatch: Native = {
  formals: ['expr', '...', 'error', 'finally', 'warning', 'message', 'interrupt', 'silent'],
  isLazy: true,
  call(call, machine) {
    const { needs, value } = machine.tryOut(() => call.value('expr') ?? nothing);
    const handler = call.value('error');
    const origin = { site: call.site, code: call.code, scope: call.scope };
    const caught =
      handler === undefined
        ? nothing
        : machine.inCase(null, () => machine.call(handler, [given(unknownCode(null))], origin));
    call.value('finally');
    if (caught.kind === 'ended' && caught.how === 'fail') {
      for (const need of needs) machine.need(need);
      return value;
    }
    if (value.kind === 'ended') return value.how === 'fail' ? caught : value;
    return join(value, caught, null);
  },
};

/** `switch(x, a = …, b = …, otherwise)`: names without a value take the next one. */
const switching: Native = {
  formals: ['EXPR', '...'],
  isLazy: true,
  call(call, machine) {
    const value = call.value('EXPR') ?? nothing;
    if (value.kind === 'ended') return value;
    const cases: { names: string[]; arg: Argument }[] = [];
    let names: string[] = [];
    let otherwise: Argument | null = null;
    for (const arg of call.rest) {
      if (arg.name === null || arg.name === '') {
        otherwise = arg;
        continue;
      }
      names.push(arg.name);
      if (arg.expression === null) continue;
      cases.push({ names, arg });
      names = [];
    }
    const text = textOf(value);
    if (text !== null) {
      const found = cases.find((each) => each.names.includes(text));
      return (found?.arg ?? otherwise)?.value() ?? nothing;
    }
    return chosen(value, cases, otherwise, call, machine);
  },
};

function chosen(
  value: Value,
  cases: readonly { names: string[]; arg: Argument }[],
  otherwise: Argument | null,
  call: Call,
  machine: Interpreter,
): Value {
  const draft = value.kind === 'subject' ? value.draft : null;
  const testFor = (texts: string[]): Test => {
    if (draft !== null) return oneOf(draft, texts);
    const compared = value.kind === 'thing' ? value.thing.compare?.('is', texts, call.site) : null;
    return compared == null ? plainTest(null) : machine.testOf(compared);
  };
  const all = cases.flatMap(({ names }) => names);
  const work = cases.map(({ names, arg }) => ({
    one: { test: testFor(names), isTrue: true, isRest: false },
    run: () => arg.value(),
  }));
  if (otherwise !== null && draft !== null)
    work.push({ one: { test: oneOf(draft, all), isTrue: false, isRest: false }, run: otherwise.value });
  else if (otherwise !== null)
    work.push({ one: { test: plainTest(null), isTrue: true, isRest: false }, run: otherwise.value });
  else if (all.length > 1) draft?.close(all);
  return machine.alternatives(work);
}

const ifElse: Native = {
  formals: ['test', 'yes', 'no', 'missing', 'condition', 'true', 'false'],
  isLazy: true,
  call(call, machine) {
    const test = call.value('test') ?? call.value('condition') ?? nothing;
    if (test.kind === 'ended') return test;
    return machine.branch(
      machine.testOf(test),
      () => call.value('yes') ?? call.value('true') ?? nothing,
      () => call.value('no') ?? call.value('false') ?? nothing,
    );
  },
};

const doCall = native('what args quote envir', (call, machine) => {
  const named = call.value('what') ?? nothing;
  const name = textOf(named);
  const callee: Value =
    name === null ? named : (machine.lookup(name, call.scope) ?? { kind: 'library', name });
  const list = call.value('args') ?? nothing;
  const elements = machine.elements(list, call.site);
  if (list.kind === 'thing' && callee.kind === 'function') {
    // The words of the command line, one for each parameter.
    const words = callee.definition.parameters.map((_, at) =>
      list.thing.index?.(plain(at + 1), machine, call.site),
    );
    return machine.call(
      callee,
      words.map((word) => given(word ?? unknownCode(null))),
      call,
    );
  }
  const args = elements === null || elements.isOpen ? [] : elements.items;
  return machine.call(
    callee,
    args.map((item) => given(item.value, item.name === '' ? null : item.name)),
    call,
  );
});

const assigning = native('x value pos envir ...', (call, machine) => {
  const name = call.value('x') ?? nothing;
  const value = call.value('value') ?? nothing;
  const text = textOf(name);
  if (text !== null) machine.global.set(text, value);
  else if (name.kind === 'thing')
    name.thing.setIndex?.({ kind: 'library', name: 'globalenv' }, value, machine, call.site);
  return value;
});

const getting = native('x envir mode inherits ifnotfound', (call, machine) => {
  const name = textOf(call.value('x'));
  return (name === null ? undefined : machine.lookup(name, call.scope)) ?? unknownCode(call.code);
});

const missing = native('x', (call, machine) => {
  const { expression } = call.argument('x') ?? {};
  if (expression?.kind !== 'name') return plain(false);
  const value = machine.lookup(expression.name, call.scope);
  const draft = value === undefined ? null : draftIn(value);
  if (draft?.what === 'argument') draft.isRequired = false;
  if (draft !== null && !call.scope.missing.has(expression.name))
    return machine.call({ kind: 'library', name: 'is.null' }, [given(value ?? nothing)], call);
  return plain(call.scope.missing.has(expression.name));
});

const identical = native('x y ...', (call, machine) =>
  testValue(sameTest(call.value('x') ?? nothing, call.value('y') ?? nothing, machine)),
);

const evaluating = native('expr ...', (call, machine) => {
  const code = call.value('expr') ?? nothing;
  // Words of the command line that are code: `rows=10`.
  if (code.kind === 'thing')
    code.thing.setIndex?.({ kind: 'library', name: 'globalenv' }, code, machine, call.site);
  return code.kind === 'thing' ? nothing : code;
});

const names = (text: string, value: Native): [string, Native][] =>
  text.split(' ').map((name) => [name, value]);

export const controlCalls: ReadonlyMap<string, Native> = new Map([
  ...names('stop abort cli_abort quit q stop_quietly', failing),
  ...names('stopifnot assert_that see_if', stopIfNot),
  ...names('tryCatch try withCallingHandlers try_fetch', tryCatch),
  ...names(
    'suppressWarnings suppressMessages suppressPackageStartupMessages invisible identity force local isolate withr with_options parse I withVisible quietly expression as.list.default Negate Vectorize',
    through,
  ),
  ...names(
    'print cat message warning writeLines format.Date flush flush.console sink cli_text cli_alert_info cli_alert_success print_help print_usage log_info',
    printing,
  ),
  ...names(
    'library require requireNamespace loadNamespace options set.seed setwd rm gc Sys.sleep Sys.setlocale on.exit',
    printing,
  ),
  ['return', { formals: ['value'], isLazy: true, call: returning }],
  ['switch', switching],
  ...names('ifelse if_else fifelse', ifElse),
  ...names('do.call exec invoke', doCall),
  ['assign', assigning],
  ...names('get get0', getting),
  ['missing', missing],
  ['identical', identical],
  ['eval', evaluating],
  ['source', native('file ...', (call, machine) => sourced(call, machine))],
  ['sys.source', native('file ...', (call, machine) => sourced(call, machine))],
  ...names(
    'interactive is_interactive',
    native('', () => plain(false)),
  ),
  ['sys.nframe', native('', () => plain(0))],
  ...names(
    'sys.calls sys.call sys.parent',
    native('...', () => nothing),
  ),
  ['globalenv', native('', () => ({ kind: 'library', name: 'globalenv' }))],
  ['environment', native('...', () => ({ kind: 'library', name: 'globalenv' }))],
]);

function returning(call: Call, machine: Interpreter): Value {
  const value = call.value('value') ?? nothing;
  return value.kind === 'ended' ? value : machine.returned(value);
}

function sourced(call: Call, machine: Interpreter): Value {
  machine.source(call.value('file') ?? nothing, call);
  return nothing;
}
