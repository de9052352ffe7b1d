/** Something the person at the keyboard can put right: shown as it stands, without a stack. */
export class StartError extends Error {
  name = 'StartError';
}

const withoutStack = new Set(['StartError', 'EnvError', 'MigrationError']);

/** Says why a command cannot go on, and ends the process with code 1. */
export function exitWith(error) {
  const isPlain = error instanceof Error && withoutStack.has(error.name);
  console.error(`\n${isPlain ? error.message : (error?.stack ?? error)}\n`);
  process.exit(1);
}
