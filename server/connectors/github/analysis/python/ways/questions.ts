import type { Node } from 'web-tree-sitter';
import type { ConditionTerm } from '@/lib/settings/condition-terms';
import { newInput, plainText } from '../../new-input';
import type { ScriptInput } from '../../script';
import type { PythonModule } from '../code/module';
import { argumentsOf, around, calledName, dottedName, lastName, lineOf } from '../code/nodes';
import type { PythonProject } from '../code/project';
import { constantOf, type Scope } from '../code/values';

/** The questions of a script on standard input, or why they can't be asked beforehand. */
export interface Questions {
  inputs: ScriptInput[];
  refusal: string | null;
}

const QUESTION = /^(input|getpass|getpass\.getpass)$/;
const mostQuestions = 30;

/** Questions that are asked one after the other become a form; those of a loop can't. */
export function readQuestions(project: PythonProject, module: PythonModule): Questions | null {
  const calls = module.root
    .descendantsOfType('call')
    .flatMap((call) => (call !== null && QUESTION.test(calledName(call)) ? call : []));
  if (calls.length === 0) return null;
  const looped = calls.find((call) => isLooped(call, module, 0));
  const line = looped === undefined ? 0 : lineOf(looped);
  if (looped !== undefined)
    return {
      inputs: [],
      refusal: `It asks again and again while it runs (line ${line}), so its answers can't be filled in beforehand.`,
    };
  if (calls.length > mostQuestions)
    return {
      inputs: [],
      refusal: `It asks ${calls.length} questions while it runs, which are too many to fill in beforehand.`,
    };
  const scope: Scope = { project, module, locals: new Map() };
  const named = new Map<string, string>();
  const inputs = calls.map((call, at) => {
    const prompt = constantOf(
      argumentsOf(call).positional[0] ?? argumentsOf(call).named.get('prompt'),
      scope,
    );
    const target = targetOf(call);
    const told = typeof prompt === 'string' ? prompt.replace(/[\s:>?]+$/, '').trim() : null;
    const key = target ?? (told === null || told === '' ? `answer ${at + 1}` : told);
    if (target !== null) named.set(target, key);
    const conversion =
      call.parent?.type === 'argument_list' && call.parent.parent !== null
        ? calledName(call.parent.parent)
        : '';
    const choices = typeof prompt === 'string' ? yesOrNo(prompt) : null;
    return newInput({
      key,
      typeId: choices ?? (conversion === 'int' || conversion === 'float' ? conversion : 'str'),
      isRequired: true,
      description: told,
      ...(lastName(calledName(call)) === 'getpass' ? { isSecret: true } : {}),
      shown: shownAt(call, named),
      passing: { by: 'answer', at, text: plainText() },
      from: { path: module.path, line: lineOf(call), what: calledName(call) },
    });
  });
  return { inputs, refusal: null };
}

const yesOrNo = (prompt: string): string | null => {
  const [, yes, no] = /[[(]\s*(y(?:es)?)\s*\/\s*(no?)\s*[\])]/i.exec(prompt) ?? [];
  return yes === undefined || no === undefined
    ? null
    : `Literal["${yes.toLowerCase()}", "${no.toLowerCase()}"]`;
};

/** Whether a question is in a loop, or in a function that is called in one, or calls itself. */
function isLooped(node: Node, module: PythonModule, depth: number): boolean {
  if (
    around(node, ['while_statement', 'for_statement', 'list_comprehension', 'generator_expression']) !== null
  )
    return true;
  const fn = around(node, ['function_definition']);
  const name = fn?.childForFieldName('name')?.text;
  if (fn === null || name === undefined || depth > 4) return false;
  const calls = module.root
    .descendantsOfType('call')
    .filter((call) => call !== null && lastName(calledName(call)) === name);
  // A question in a function that is called at several places is asked several times.
  if (name !== 'main' && calls.length > 1) return true;
  return calls.some((call) => call !== null && isLooped(call, module, depth + 1));
}

function targetOf(call: Node): string | null {
  let at: Node | null = call;
  for (let depth = 0; at !== null && depth < 6; depth += 1) {
    const parent: Node | null = at.parent;
    if (parent?.type === 'assignment') return dottedName(parent.childForFieldName('left')) || null;
    if (parent === null || !/^(argument_list|call|attribute)$/.test(parent.type)) return null;
    at = parent;
  }
  return null;
}

/** The answers to earlier questions at which a question is asked. */
function shownAt(call: Node, named: ReadonlyMap<string, string>): ConditionTerm[] {
  const test = around(call, ['if_statement']);
  const [, name = '', code = ''] =
    /^(\w+)(?:\.(?:lower|upper|strip)\(\))*\s*==\s*(['"].*['"]|\d+)$/.exec(
      test?.childForFieldName('condition')?.text ?? '',
    ) ?? [];
  const key = named.get(name);
  const consequence = test?.childForFieldName('consequence');
  const isInside =
    consequence !== null &&
    consequence !== undefined &&
    call.startIndex >= consequence.startIndex &&
    call.endIndex <= consequence.endIndex;
  if (key === undefined || !isInside) return [];
  const value = /^\d/.test(code) ? Number(code) : code.slice(1, -1);
  return [{ key, test: 'is', values: [value] }];
}
