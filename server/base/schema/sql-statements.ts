/** Comments, texts, names in quotes, bodies of functions, and what ends a statement. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'"$\-/]+|[\s\S]/g;

/** Splits SQL into its statements, without comments. Semicolons in texts and in bodies of functions end none. */
export function statementsIn(sql: string): string[] {
  const statements: string[] = [];
  let current = '';
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') {
      statements.push(current);
      current = '';
    } else current += token.startsWith('--') || token.startsWith('/*') ? ' ' : token;
  }
  return [...statements, current].map((text) => text.trim()).filter((text) => text !== '');
}

/** Splits the actions of one statement at the commas that stand in no parentheses. */
export function actionsIn(text: string): string[] {
  const actions = [''];
  let depth = 0;
  for (const [token] of text.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[\s\S]/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += token;
  }
  return actions.map((action) => action.trim());
}
