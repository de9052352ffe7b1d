import { StartError } from '../starting/start-error.mjs';

/** The reason with which the other stages are aborted when one fails. */
class Stopped extends Error {}

/**
 * Runs stages, each as soon as its predecessors have passed. The first failure aborts the others.
 *
 * @param stages by name: `title`; `after`, the names of its predecessors, which must come earlier in the object and
 * count only if they run; and `run({ write, signal, variables })`
 * @param output see stage-output.mjs
 * @param given `signal` aborts all stages; `variables` are for the programs that they run
 * @throws the error of the first stage that failed
 */
export async function runStages(stages, output, { signal, variables }) {
  const ending = new AbortController();
  const whole = AbortSignal.any([ending.signal, signal]);
  let failure;
  const ended = {};
  for (const [name, stage] of Object.entries(stages)) ended[name] = runOne(stage);
  await Promise.allSettled(Object.values(ended));
  if (failure) throw failure;
  if (signal.aborted) throw new StartError('Stopped.');

  async function runOne({ title, after, run }) {
    await Promise.all(after.flatMap((name) => (name in ended ? [ended[name]] : [])));
    if (whole.aborted) throw new Stopped();
    const shown = output.begin(title);
    try {
      await run({ write: shown.write, signal: whole, variables });
      shown.end('done');
    } catch (error) {
      shown.end(whole.aborted ? 'stopped' : 'FAILED');
      if (!whole.aborted) failure = error;
      ending.abort();
      throw error;
    }
  }
}
