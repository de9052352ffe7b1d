import { fallbackOf } from '../../values/join';
import { argument, isNone, isTrue, textOf } from '../../values/make';
import type { CallArguments, Interpreter, NativeCall, Value } from '../../values/value';
import { probeType } from '../probe-type';
import { Answers } from './answers';

function ask(args: CallArguments, machine: Interpreter, what: string): Value {
  const prompt = argument(args, 'prompt', 0) ?? argument(args, 'text', 0);
  return machine.stateOf(Answers).ask(textOf(prompt) ?? args.code(0), what, args.site, machine);
}

const input: NativeCall = (args, machine) => ask(args, machine, 'input');

const getpass: NativeCall = (args, machine) => secret(ask(args, machine, 'getpass'));

function secret(answer: Value): Value {
  if (answer.kind === 'subject') answer.draft.isSecret = true;
  return answer;
}

/** `click.confirm('Really?')` */
const confirm: NativeCall = (args, machine) => {
  const answer = ask(args, machine, 'confirm');
  if (answer.kind !== 'subject') return answer;
  const { draft } = answer;
  draft.typeId = 'bool';
  draft.booleans = ['y', 'n'];
  const fallback = argument(args, 'default', 1);
  draft.isRequired = fallback === undefined || isNone(fallback);
  draft.fallback = fallback === undefined ? null : fallbackOf(fallback);
  return answer;
};

/** `click.prompt('Name', default=…, type=…)` */
const prompt: NativeCall = (args, machine) => {
  const answer = ask(args, machine, 'prompt');
  if (answer.kind !== 'subject') return answer;
  const { draft } = answer;
  const fallback = argument(args, 'default', 1);
  if (fallback !== undefined && !isNone(fallback)) {
    draft.fallback = fallbackOf(fallback);
    draft.isRequired = false;
  }
  const type = args.keywords.get('type');
  if (type !== undefined) probeType(type, draft, machine, args.site);
  return isTrue(args.keywords.get('hide_input')) ? secret(answer) : answer;
};

export const answerCalls: [string, NativeCall][] = [
  ['input', input],
  ['raw_input', input],
  ['getpass.getpass', getpass],
  ['click.confirm', confirm],
  ['typer.confirm', confirm],
  ['click.prompt', prompt],
  ['typer.prompt', prompt],
];
