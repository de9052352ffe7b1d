const patienceMs = 6_000;

/**
 * Stops this process when its parent is gone, even if the parent was killed. The process notices through their channel;
 * a process that was started without one runs on.
 *
 * @param stop stops the process in order; after six seconds it is ended anyway
 */
export function exitWithParent(stop: () => void): void {
  if (!process.channel) return;
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), patienceMs).unref();
    stop();
  });
  // The listener must not keep the process alive.
  process.channel.unref();
}
