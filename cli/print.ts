/** Writes a line to the standard output. */
export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Writes what a program reads. */
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));
