const patienceMs = 6_000;

/**
 * Stops this process when its parent is gone, even if the parent was killed. The process notices through their channel;
 * a process that was started without one runs on.
 *
 * @param stop stops the process in order; after six seconds it is ended anyway
 */
export function exitWithParent(stop: () => void): void {
  // Node.js sets this only for a process with a channel, whatever the types say.
  if (process.connected === undefined) return;
  const end = () => {
    setTimeout(() => process.exit(1), patienceMs).unref();
    stop();
  };
  // A parent that is gone by now is not announced again.
  if (!process.connected) end();
  else process.once('disconnect', end);
  // The listener must not keep the process alive.
  process.channel?.unref();
}
