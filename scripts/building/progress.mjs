const heartbeatMs = 15_000;

/**
 * Prints numbered steps and how many seconds each took. A long step reports every 15 seconds that it is still running.
 */
export function createProgress(total) {
  let number = 0;
  return {
    /** Runs one step. `work` may return a word for its outcome, shown in place of "done". */
    async step(title, work) {
      number += 1;
      const startedAt = Date.now();
      const elapsed = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
      console.log(`[${number}/${total}] ${title} …`);
      const heartbeat = setInterval(() => console.log(`      still running, ${elapsed()}`), heartbeatMs);
      try {
        const outcome = await work();
        console.log(`      ${typeof outcome === 'string' ? outcome : 'done'}, ${elapsed()}`);
      } finally {
        clearInterval(heartbeat);
      }
    },
  };
}
