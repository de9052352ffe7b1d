/** An error that the user can fix: shown as it is, without a stack. */
export class StartError extends Error {
  name = 'StartError';
}

const withoutStack = new Set([
  'AppRoleError',
  'DemoModeError',
  'EnvError',
  'KeyRingError',
  'MigrationError',
  'OpeningError',
  'OtherDatabaseError',
  'PoolerError',
  'StartError',
]);

/** Prints why a command cannot continue, and exits with code 1. */
export function exitWith(error) {
  const isPlain = error instanceof Error && withoutStack.has(error.name);
  console.error(`\n${isPlain ? error.message : (error?.stack ?? error)}\n`);
  process.exit(1);
}
