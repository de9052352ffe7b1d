import type { RunError } from '@/lib/runs/run-error';
import type { ScriptOutcome } from './outcome';

/** The error that a script ended with, in its own words; null if it ended well. */
export function failureOf({ language, path, exitCode, signal, stderr }: ScriptOutcome): RunError | null {
  if (exitCode === 0) return null;
  const text = plainText(stderr.text);
  const told = language === 'python' ? pythonError(text, path) : rError(text, path);
  const ending =
    exitCode === null
      ? `The script was ended by the signal ${signal ?? 'SIGKILL'}.`
      : `The script ended with the exit code ${exitCode}.`;
  return {
    message: told?.message ?? lastLine(text) ?? ending,
    code: exitCode === null ? (signal ?? 'SIGKILL') : `EXIT ${exitCode}`,
    detail: text === '' ? null : text.slice(-10_000),
    hint: hintOf(told?.message ?? text),
    where: told?.where ?? null,
    severity: 'ERROR',
  };
}

/** Text without the codes that color a terminal. */
export const plainText = (text: string): string => text.replace(ANSI, '');

const ESCAPE = String.fromCharCode(27);
const ANSI = new RegExp(
  `${ESCAPE}(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^${ESCAPE}\\u0007]*(?:\\u0007|${ESCAPE}\\\\)|[@-_])`,
  'g',
);

interface Told {
  message: string;
  where: string | null;
}

/** The last line of the last traceback, and the last line of the script in it. */
function pythonError(text: string, path: string): Told | null {
  const at = text.lastIndexOf('Traceback (most recent call last):');
  const trace = at < 0 ? text : text.slice(at);
  const lines = trace.split('\n');
  const places = [...trace.matchAll(/^\s*File "([^"]+)", line (\d+)/gm)];
  const own = places.filter(([, file = '']) => file.endsWith(`/${path}`) || file === path);
  const line = (own.at(-1) ?? places.at(-1))?.[2];
  const message = lines.findLast(
    (each) =>
      /^[A-Za-z_][\w.]*(Error|Exception|Exit|Warning|Interrupt|Iteration|Group)?(:|$)/.test(each) &&
      !each.startsWith('Traceback'),
  );
  if (at < 0 && !/SyntaxError|IndentationError|TabError/.test(text)) return null;
  return message === undefined
    ? null
    : { message: message.slice(0, 2000), where: line === undefined ? null : `${path}, line ${line}` };
}

/** `Error in f(x) : message`, or `Error: message`, perhaps over two lines. */
function rError(text: string, path: string): Told | null {
  const found =
    /^Error(?: in (?<call>[\s\S]*?))?\s?: ?\n?\s*(?<message>[\s\S]*?)(?=\nCalls: |\nBacktrace:|\nIn addition: |\nExecution halted|$)/m.exec(
      text.slice(
        Math.max(
          0,
          text.lastIndexOf('\nError') < 0 ? text.search(/^Error/m) : text.lastIndexOf('\nError') + 1,
        ),
      ),
    );
  const message = found?.groups?.message?.trim().replace(/\s*\n\s*/g, ' ');
  if (message === undefined || message === '') return null;
  const call = found?.groups?.call?.trim();
  const isOurs = call === undefined || call.startsWith('eval(expressions') || call.startsWith('.pushboard');
  const line = /\((?:from )?[^()]*#(\d+)\)/.exec(text)?.[1];
  return {
    message: isOurs ? message : `${message} (in ${call.replace(/\s+/g, ' ').slice(0, 200)})`,
    where: line === undefined ? null : `${path}, line ${line}`,
  };
}

function lastLine(text: string): string | null {
  const line = text
    .split('\n')
    .map((each) => each.trim())
    .findLast((each) => each !== '' && each !== 'Execution halted');
  return line === undefined ? null : line.slice(0, 2000);
}

function hintOf(text: string): string | null {
  const module =
    /No module named '([\w.]+)'/.exec(text)?.[1] ??
    /there is no package called [‘'"]([\w.]+)[’'"]/.exec(text)?.[1];
  if (module !== undefined)
    return `The script needs ${module}, which is not installed where it ran. Ask the people who run Pushboard to install it, or let the script run in GitHub Actions.`;
  if (/Read-only file system/.test(text))
    return 'A script may write to the folder in TMPDIR, and to the file that PUSHBOARD_OUTPUT names. The repository itself is read-only.';
  return null;
}
