const heartbeatMs = 15_000;

/**
 * Numbered lines that a person can follow, with the seconds each step took.
 * A long step says every quarter of a minute that it is still at work.
 */
export function createProgress(total) {
  let number = 0;
  return {
    /** Runs one step. `work` may answer a word on its outcome, shown in place of "done". */
    async step(title, work) {
      number += 1;
      const startedAt = Date.now();
      const elapsed = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
      console.log(`[${number}/${total}] ${title} …`);
      const heartbeat = setInterval(() => console.log(`      still at work, ${elapsed()}`), heartbeatMs);
      try {
        const outcome = await work();
        console.log(`      ${typeof outcome === 'string' ? outcome : 'done'}, ${elapsed()}`);
      } finally {
        clearInterval(heartbeat);
      }
    },
  };
}
