const patienceMs = 6_000;

/**
 * Stops this process when the one that started it is gone, even killed without a word. The two notice by the
 * channel between them; a process that was started without one goes on alone.
 *
 * @param stop ends the process in order; after six seconds it is ended anyway
 */
export function exitWithParent(stop: () => void): void {
  if (!process.channel) return;
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), patienceMs).unref();
    stop();
  });
  // Listening must not be what keeps the process alive.
  process.channel.unref();
}
