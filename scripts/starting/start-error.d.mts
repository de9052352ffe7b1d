export class StartError extends Error {}
export function exitWith(error: unknown): never;
