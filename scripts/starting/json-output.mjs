// How a start writes where a log is collected: one JSON object a line, from its first line to its last, as web and worker
// do by themselves. A terminal is read by a person: what the start itself says there stays plain text. This file imports
// nothing: it is needed before packages are installed.

/** pino's levels of information, warnings, and errors. */
const INFO = 30;
const WARNING = 40;
const ERROR = 50;

/** For a child process whose output is passed on: it writes JSON itself, and so with its own levels. */
export const CHILD_WRITES_JSON = 'PUSHBOARD_WRITES_JSON';

/** Programs are bundled, so each has a copy of this file; whether the process writes JSON is known to all of them. */
const mark = Symbol.for('pushboard.writes json');

/** Whether `writeJson` was called in this process. */
export const writesJson = () => globalThis[mark] === true;

/**
 * From now on, whatever this process writes is JSON lines: texts become messages, and JSON objects stay as they are. What
 * it writes to a terminal isn't touched.
 */
export function writeJson() {
  if (writesJson()) return;
  globalThis[mark] = true;
  let errorLevel = ERROR;
  for (const [stream, levelOf] of [
    [process.stdout, () => INFO],
    [process.stderr, () => errorLevel],
  ]) {
    if (stream.isTTY) continue;
    const write = stream.write.bind(stream);
    stream.write = (chunk, encoding, done) => {
      const onWritten = typeof encoding === 'function' ? encoding : done;
      return write(asJsonLines(String(chunk), levelOf()), onWritten);
    };
  }
  const warn = console.warn.bind(console);
  console.warn = (...texts) => {
    errorLevel = WARNING;
    warn(...texts);
    errorLevel = ERROR;
  };
  // Node.js itself would write these, past the streams.
  process.on('uncaughtException', (error) => {
    console.error(error);
    process.exit(1);
  });
  process.removeAllListeners('warning').on('warning', (warning) => console.warn(warning));
}

/**
 * Where a child process that writes JSON itself writes a stream: to a terminal by itself, so that it sees that it is one,
 * and otherwise to a pipe, to be passed on line by line.
 * @param {NodeJS.WriteStream} stream
 * @returns {'inherit' | 'pipe'}
 */
export const outputOf = (stream) => (!writesJson() || stream.isTTY ? 'inherit' : 'pipe');

/**
 * Passes on what a child process writes, a line at a time.
 * @param {import('node:stream').Readable | null} from
 * @param {NodeJS.WriteStream} to
 */
export function passLines(from, to) {
  let rest = '';
  from?.setEncoding('utf8');
  from?.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) to.write(`${line}\n`);
  });
  from?.on('end', () => {
    if (rest !== '') to.write(`${rest}\n`);
  });
}

/**
 * A text is one message, even if it has several lines: an error with its stack, for example. Blank ones are left out.
 * @param {string} text
 * @param {number} level
 */
function asJsonLines(text, level) {
  const message = withoutColors(text).trim();
  if (message === '') return '';
  if (isObject(message)) return `${message}\n`;
  return `${JSON.stringify({ level, time: Date.now(), msg: message })}\n`;
}

/** @param {string} text */
function isObject(text) {
  if (!text.startsWith('{')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const ESCAPE = String.fromCharCode(27);
/** @param {string} text */
const withoutColors = (text) => text.replaceAll(new RegExp(`${ESCAPE}\\[[0-9;]*m`, 'g'), '');
