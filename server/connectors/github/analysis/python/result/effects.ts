import { codeOf, type Module, type Statement } from '../syntax/ast';

/** Calls that only prepare what is defined. */
const preparing =
  /^(logging\.|sys\.path\.|warnings\.|load_dotenv|dotenv\.|locale\.|signal\.|matplotlib\.use|random\.seed|np\.random\.seed|urllib3\.|\w+\.(add_typer|add_command|include_router|setLevel|addHandler|register|disable_warnings|setdefault))\b/;

/** Whether running a file does something, rather than only define functions, classes and variables. */
export function doesSomething(module: Module): boolean {
  const waiting = [...module.body];
  for (let statement = waiting.pop(); statement !== undefined; statement = waiting.pop()) {
    const inner = innerOf(statement);
    if (inner === null) {
      if (hasEffect(module, statement)) return true;
    } else for (const one of inner) waiting.push(one);
  }
  return false;
}

/** The statements of one that only does what they do, such as `if TYPE_CHECKING:`; null for any other. */
function innerOf(statement: Statement): Statement[] | null {
  if (statement.kind === 'if') return [...statement.consequence, ...statement.otherwise];
  if (statement.kind === 'try') return [...statement.body, ...statement.otherwise, ...statement.finally];
  return null;
}

const defining = new Set([
  'assign',
  'augment',
  'function',
  'class',
  'import',
  'import-from',
  'nothing',
  'delete',
]);

function hasEffect(module: Module, statement: Statement): boolean {
  if (statement.kind !== 'expression') return !defining.has(statement.kind);
  const { kind } = statement.value;
  return kind !== 'text' && kind !== 'ellipsis' && !preparing.test(codeOf(module, statement.value));
}

/** Why a file that only defines can't be run, for people. */
export function onlyDefines(module: Module): string {
  const names = (kind: 'function' | 'class'): string[] =>
    module.body.flatMap((statement) => (statement.kind === kind ? [statement.definition.name] : []));
  const [functions, classes] = [names('function'), names('class')];
  if (functions.length > 0)
    return `It only defines functions (${listed(functions)}): there is nothing to run.`;
  if (classes.length > 0) return `It only defines classes (${listed(classes)}): there is nothing to run.`;
  return module.body.length === 0
    ? 'It is empty: there is nothing to run.'
    : 'It only sets variables: there is nothing to run.';
}

const listed = (names: readonly string[]): string =>
  names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
