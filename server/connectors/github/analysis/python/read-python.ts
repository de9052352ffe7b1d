import { pythonTypes, readDocopt } from '../docopt';
import { withUniqueKeys } from '../new-input';
import type { ScriptAnalysis, ScriptCommand, ScriptInput, ScriptNote } from '../script';
import type { PythonModule } from './code/module';
import { argumentsOf, calledName, lineOf } from './code/nodes';
import { PythonProject } from './code/project';
import { constantOf } from './code/values';
import { type Read, readArgparse } from './ways/argparse';
import { readArgv } from './ways/argv';
import { readClick } from './ways/click';
import { readEnvironment } from './ways/environment';
import { entryFunction, functionCommand, readFire } from './ways/functions';
import { summaryOf } from './ways/parameters';
import { readQuestions } from './ways/questions';
import { readTyper } from './ways/typer';

/** Reads what a Python script asks for, with the modules of the repository that it imports. Nothing is executed. */
export async function readPython(files: ReadonlyMap<string, string>, path: string): Promise<ScriptAnalysis> {
  const project = await PythonProject.open(files, path);
  const module = project?.module(path);
  if (project === null || module === undefined) return unavailable('Its code could not be read in time.', []);
  try {
    return { ...read(project, module), followed: project.pathsExcept(path) };
  } finally {
    project.free();
  }
}

type Found = Omit<ScriptAnalysis, 'followed'>;

function read(project: PythonProject, module: PythonModule): Found {
  const notes: ScriptNote[] = syntaxNotes(module);
  const way =
    readTyper(project, module) ??
    readClick(project, module) ??
    readFire(project, module) ??
    readArgparse(project, module) ??
    readUsage(project, module);
  const environment = readEnvironment(project);
  if (way !== null && (isStarted(module) || way.commands.some(({ inputs }) => inputs.length > 0))) {
    const commands = way.commands.map((command) =>
      withUniqueKeys({ ...command, inputs: [...command.inputs, ...unknownTo(command, environment)] }),
    );
    return { commands, unavailable: null, notes: [...notes, ...way.notes] };
  }
  const questions = readQuestions(project, module);
  if (questions?.refusal != null) return { commands: [], unavailable: questions.refusal, notes };
  const argv = readArgv(project, module);
  const asked = [...argv, ...(questions?.inputs ?? []), ...environment];
  const entry = entryFunction(module);
  const takes = entry === undefined ? 0 : functionCommand(project, entry).inputs.length;
  const isFunction =
    entry !== undefined &&
    takes > 0 &&
    argv.length === 0 &&
    questions === null &&
    !callsWithArguments(module, entry.name);
  if (isFunction || (entry !== undefined && !isStarted(module))) {
    const command = functionCommand(project, entry);
    return {
      commands: [withUniqueKeys({ ...command, inputs: [...command.inputs, ...environment] })],
      unavailable: null,
      notes,
    };
  }
  if (!isStarted(module))
    return {
      commands: readForOthers(module, environment),
      unavailable: 'It only defines functions and values for others: there is nothing to run in it.',
      notes,
    };
  const command: ScriptCommand = {
    name: null,
    description: summaryOf(module.docstring),
    entry: { kind: 'program', words: [], endsOptions: false },
    inputs: asked,
  };
  return { commands: [withUniqueKeys(command)], unavailable: null, notes };
}

/** What a module reads on behalf of the scripts that import it, which is worth knowing though it can't be run. */
const readForOthers = (module: PythonModule, environment: ScriptInput[]): ScriptCommand[] =>
  environment.length === 0
    ? []
    : [
        {
          name: null,
          description: summaryOf(module.docstring),
          entry: { kind: 'program', words: [], endsOptions: false },
          inputs: environment,
        },
      ];

/** Whether loading the script does anything. */
const isStarted = ({ main, actions }: PythonModule): boolean =>
  main !== null ||
  actions.some(
    (each) =>
      !/^(sys\.path|logging\.|logger|warnings\.|__all__)/.test(each.text) &&
      !/^\w+\s*(:[^=]+)?=\s/.test(each.text),
  );

/** Whether the script itself calls a function with values, as in `main(sys.argv[1])` or `main('weekly')`. */
function callsWithArguments(module: PythonModule, name: string): boolean {
  const places = [module.main, ...module.actions].flatMap((each) => each ?? []);
  return places.some((place) =>
    place
      .descendantsOfType('call')
      .some(
        (call) =>
          call !== null &&
          calledName(call) === name &&
          argumentsOf(call).positional.length + argumentsOf(call).named.size > 0,
      ),
  );
}

const unknownTo = (command: ScriptCommand, environment: readonly ScriptInput[]): ScriptInput[] => {
  const known = new Set(command.inputs.map(({ key }) => key.toLowerCase().replaceAll('-', '_')));
  return environment.filter(({ key }) => !known.has(key.toLowerCase()));
};

/** `docopt(__doc__)`. */
function readUsage(project: PythonProject, module: PythonModule): Read | null {
  const call = module.root
    .descendantsOfType('call')
    .find((each) => each !== null && /^(docopt\.)?docopt$/.test(calledName(each)));
  if (call === null || call === undefined) return null;
  const { positional, named } = argumentsOf(call);
  const given = positional[0] ?? named.get('doc');
  const doc =
    given?.text === '__doc__' ? module.docstring : constantOf(given, { project, module, locals: new Map() });
  if (typeof doc !== 'string') return null;
  const found = readDocopt(doc, pythonTypes, { path: module.path, line: lineOf(call), what: 'docopt' });
  if (found === null) return null;
  const { inputs, description } = found;
  return {
    commands: [
      { name: null, description, entry: { kind: 'program', words: [], endsOptions: false }, inputs },
    ],
    notes: [],
  };
}

function syntaxNotes(module: PythonModule): ScriptNote[] {
  if (!module.root.hasError) return [];
  const [first] = module.root.descendantsOfType('ERROR');
  const line = first === undefined || first === null ? 1 : lineOf(first);
  return [{ path: module.path, line, message: 'The code from here on could not be read as Python 3.' }];
}

const unavailable = (reason: string, notes: ScriptNote[]): ScriptAnalysis => ({
  commands: [],
  unavailable: reason,
  notes,
  followed: [],
});
