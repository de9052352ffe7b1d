import type { ScriptCommand, ScriptNote } from '../../script';
import type { PythonModule } from '../code/module';
import type { PythonProject } from '../code/project';
import { ParserFollower } from './follow-parsers';
import { commandsOf } from './parser';

export interface Read {
  commands: ScriptCommand[];
  notes: ScriptNote[];
}

/** What a script's parsers ask for; null without any. */
export function readArgparse(project: PythonProject, module: PythonModule): Read | null {
  const isMeant = project.all().some(({ root }) => /ArgumentParser|ArgParser|OptionParser/.test(root.text));
  if (!isMeant) return null;
  const reader = new ParserFollower(project);
  reader.enterModule(module);
  const main = module.functions.get('main');
  if (reader.top().length === 0) reader.enterAll(module);
  if (reader.top().length === 0 && main === undefined)
    for (const other of project.all()) reader.enterAll(other);
  const tops = reader.top();
  const used = tops.filter((parser) => reader.parsed.has(parser));
  const roots = used.length > 0 ? used : tops;
  if (roots.length === 0) return null;
  const required = requiredAfter(project);
  // Of several parsers that are used one after the other, each takes a part of the same arguments.
  const [first, ...others] = roots;
  if (first === undefined) return null;
  if (first.children.length === 0) {
    const known = new Set(first.arguments.map(({ argument }) => argument.dest));
    for (const other of others)
      first.arguments.push(...other.arguments.filter(({ argument }) => !known.has(argument.dest)));
  }
  const commands = commandsOf(first, required);
  const docstring = module.docstring?.split(/\n\s*\n/)[0] ?? null;
  return {
    commands: commands.map((each) => ({ ...each, description: each.description ?? docstring })),
    notes: reader.notes,
  };
}

/** The arguments without which the code stops after it has parsed them. */
function requiredAfter(project: PythonProject): Set<string> {
  const required = new Set<string>();
  for (const { root } of project.all()) {
    for (const node of root.descendantsOfType(['if_statement', 'assert_statement'])) {
      if (node === null) continue;
      const condition = (node.childForFieldName('condition') ?? node.namedChild(0))?.text ?? '';
      const stops = /\braise\b|\.error\(|\bexit\(|sys\.exit|print_help\(/.test(
        node.childForFieldName('consequence')?.text ?? '',
      );
      const missing =
        /^\(?(?:not\s+(?:\w+\.)?args\w*\.(\w+)|(?:\w+\.)?(?:args|opts?|options|parsed_args|namespace)\.(\w+)\s+is\s+None)\)?$/.exec(
          condition,
        );
      const asserted =
        node.type === 'assert_statement'
          ? /^(?:args|opts?|options)\.(\w+)(?:\s+is not None)?$/.exec(condition)
          : null;
      const name = stops ? (missing?.[1] ?? missing?.[2]) : asserted?.[1];
      if (name !== undefined) required.add(name);
    }
  }
  return required;
}
