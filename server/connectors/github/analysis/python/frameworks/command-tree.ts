import type { Way } from '../../result/passing';
import type { Found, FoundCommand } from '../result/found';
import type { Draft } from '../values/draft';
import { subjectOf } from '../values/make';
import type { FunctionValue, Interpreter, Value } from '../values/value';

/** An option or argument of a command, with the name under which its function gets the value. */
export interface CommandInput {
  name: string;
  draft: Draft;
  way: Way;
}

/** A command of click or typer, with its subcommands. */
export interface CommandNode {
  name: string;
  description: string | null;
  inputs: readonly CommandInput[];
  children: readonly CommandNode[];
  /** What the command runs. */
  work: FunctionValue | null;
}

/** The commands at the ends of a tree. Options of those above precede their words. */
export function commandsOf(root: CommandNode, description: string | null): FoundCommand[] {
  const walk = (node: CommandNode, words: string[], above: readonly Found[]): FoundCommand[] => {
    const inputs = [
      ...above,
      ...node.inputs.map(({ draft, way }): Found => ({ draft, way, after: words.length })),
    ];
    if (node.children.length > 0 && words.length < 6)
      return node.children.flatMap((child) => walk(child, [...words, child.name], inputs));
    const isWhole = words.length === 0;
    return [
      {
        name: isWhole ? null : words.join(' '),
        description: node.description ?? (isWhole ? description : null),
        entry: { kind: 'program', words, endsOptions: true },
        inputs,
      },
    ];
  };
  return walk(root, [], []);
}

/** Follows the values into the functions of commands. What only one of several commands asks for isn't required. */
export function followCommands(root: CommandNode, machine: Interpreter): void {
  const isOne = root.children.length === 0;
  const walk = (node: CommandNode, depth: number): void => {
    if (node.work !== null) run(node.work, node.inputs, machine, isOne || depth === 0);
    if (depth < 6) for (const child of node.children) walk(child, depth + 1);
  };
  walk(root, 0);
}

function run(
  work: FunctionValue,
  inputs: readonly CommandInput[],
  machine: Interpreter,
  isCertain: boolean,
): void {
  const keywords = new Map<string, Value>(inputs.map(({ name, draft }) => [name, subjectOf(draft)]));
  const site = { path: work.scope.module.path, line: work.definition?.line ?? 1 };
  machine.inCase(isCertain ? [] : null, () =>
    machine.call(work, { positional: [], keywords, isOpen: true, site, code: () => null }),
  );
}

/** The name of a command that is named after its function: `delete_account` is `delete-account`. */
export const commandName = (name: string): string => name.toLowerCase().replaceAll('_', '-');
