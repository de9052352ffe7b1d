import { StartError } from './start-error.mjs';

/** What a stage that was ended because another one failed is ended with. */
class Stopped extends Error {}

/**
 * Runs stages, each as soon as those that it waits for have passed. The first that fails ends the others.
 *
 * @param stages by name: `title`; `after`, the names of those it waits for where they run at all, all of them earlier
 *   in the object; and `run({ write, signal, variables })`
 * @param output see stage-output.mjs
 * @param given `signal` ends all of them, and `variables` are for the programs that they run
 * @throws what the first stage that failed threw
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
