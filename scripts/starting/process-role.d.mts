/** Reads the role from the arguments of a start. Throws `StartError` for any other word. */
export function wantedRole(args: readonly string[]): 'web' | 'worker' | 'migrate' | 'plan' | undefined;
/** Throws `StartError` unless a database is named that processes can share. */
export function checkRole(role: string): void;
