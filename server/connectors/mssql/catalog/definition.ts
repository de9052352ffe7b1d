/** A parameter's default, as the definition of its routine has it. */
export interface DeclaredDefault {
  /** With its `@`, as written. */
  name: string;
  /** The text after `=`. */
  text: string;
}

/** What the text of a routine says that the catalog doesn't. */
export interface Definition {
  /** The defaults of parameters, in order. */
  defaults: DeclaredDefault[];
  /** What follows the name: it stays the same when the routine is renamed. */
  afterName: string;
}

/** Comments, texts, quoted names, and words; everything else is one character. */
const tokenPattern =
  /--[^\n]*|\/\*|N?'(?:[^']|'')*'|"(?:[^"]|"")*"|\[(?:[^\]]|\]\])*\]|0x[0-9a-f]*|[$€£¥]?\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|[@#\p{L}_][\p{L}\p{N}_@#$]*|\s+|./giuy;

interface Token {
  text: string;
  start: number;
  end: number;
}

/** The tokens of a definition, one by one and without comments and spaces. */
function* tokensOf(definition: string): Generator<Token> {
  const pattern = new RegExp(tokenPattern);
  let at = 0;
  while (at < definition.length) {
    pattern.lastIndex = at;
    const text = pattern.exec(definition)?.[0];
    if (text === undefined) return;
    const start = at;
    at = text === '/*' ? endOfComment(definition, at) : at + text.length;
    if (!/^(--|\/\*|\s)/.test(text)) yield { text, start, end: at };
  }
}

/** Comments may contain comments. */
function endOfComment(definition: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < definition.length) {
    const two = definition.slice(at, at + 2);
    if (two === '/*') depth += 1;
    else if (two === '*/') depth -= 1;
    at += two === '/*' || two === '*/' ? 2 : 1;
    if (depth === 0) return at;
  }
  return at;
}

/** Words after the parameters of a procedure. */
const endsParameters = /^(as|with|for|returns)$/i;
/** Words between a parameter's default and the next parameter. */
const afterDefault = /^(out|output|readonly)$/i;

/** Reads the head of `CREATE PROCEDURE` or `CREATE FUNCTION`; null if the text isn't one. */
export function readDefinition(definition: string): Definition | null {
  const tokens = tokensOf(definition);
  const next = (): Token | null => {
    const { value, done } = tokens.next();
    return done === true ? null : value;
  };
  let token = next();
  while (token !== null && !/^(proc|procedure|function)$/i.test(token.text)) token = next();
  if (token === null) return null;
  let nameEnd = token.end;
  // The name: parts with points between them.
  for (token = next(); token !== null; token = next()) {
    nameEnd = token.end;
    token = next();
    if (token?.text !== '.') break;
  }
  const defaults: DeclaredDefault[] = [];
  let name: string | null = null;
  let depth = 0;
  const isFunction = token?.text === '(';
  if (isFunction) token = next();
  for (; token !== null; token = next()) {
    if (token.text === '(') depth += 1;
    else if (token.text === ')') {
      if (depth === 0) break;
      depth -= 1;
    } else if (depth > 0) continue;
    else if (token.text.startsWith('@')) name = token.text;
    else if (token.text === '=' && name !== null) {
      const first = next();
      if (first === null) break;
      const last = /^[-+]$/.test(first.text) ? next() : first;
      if (last === null) break;
      defaults.push({ name, text: definition.slice(first.start, last.end) });
    } else if (endsParameters.test(token.text) && !isTypeWord(token.text, name, definition, token)) break;
    else if (afterDefault.test(token.text)) continue;
  }
  return { defaults, afterName: definition.slice(nameEnd) };
}

/** `@id AS int`: an `AS` right after a parameter's name belongs to it. */
function isTypeWord(word: string, name: string | null, definition: string, token: Token): boolean {
  return /^as$/i.test(word) && name !== null && definition.slice(0, token.start).trimEnd().endsWith(name);
}
