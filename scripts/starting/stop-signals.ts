/** Under npm one Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const samePressMs = 1_000;

/**
 * Stops the process in order on SIGINT, SIGTERM, or SIGHUP, with code 0. A second Ctrl-C ends it at once, with code 1.
 */
export function onStopSignals({ stop, force }: { stop: () => Promise<void>; force: () => void }): void {
  let firstAt: number | undefined;
  const handle = (signal: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      console.log('\nStopping …');
      stop().then(
        () => {
          console.log('Stopped.');
          process.exit(0);
        },
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    } else if (signal === 'SIGINT' && Date.now() - firstAt > samePressMs) {
      force();
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
}
