import { callApi } from '@/lib/client/api-client';
import {
  findDropdownOptions,
  LONGEST_POLL_MS,
  MOST_TEXTS,
  POLL_MS,
} from '@/lib/contract/command/dropdown-options';
import type { Input, InputValues } from '@/lib/inputs/input';
import type { FoundOption } from './meant-option';
import type { FindOptions } from './row-options';

/** Longer texts name nothing. */
const LONGEST_NAME = 2000;

/** Asks the server what texts mean, a thousand at a time, and again while the options are loading. */
export const findOptionsOf =
  ({ orgId, commandId }: { orgId: string; commandId: number }, signal: AbortSignal): FindOptions =>
  async (input, values, texts) => {
    const asked = texts.filter(({ length }) => length <= LONGEST_NAME);
    const meanings = new Map<string, FoundOption>();
    for (let first = 0; first < asked.length; first += MOST_TEXTS) {
      const part = asked.slice(first, first + MOST_TEXTS);
      const answer = await loaded({ orgId, kitId: commandId, inputId: input.inputId }, part, values, signal);
      if (answer.state === 'waiting') return { needs: answer.needs };
      if (answer.state !== 'ready') {
        return { problem: answer.message ?? 'Its options are still loading. Try again later' };
      }
      for (const { text, ...meaning } of answer.found) meanings.set(text, meaning);
    }
    return meanings;
  };

interface Params {
  orgId: string;
  kitId: number;
  inputId: Input['inputId'];
}

async function loaded(params: Params, texts: string[], values: InputValues, signal: AbortSignal) {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const answer = await callApi(findDropdownOptions, { params, body: { texts, values } }, { signal });
    if (answer.state !== 'loading' || waitedMs >= LONGEST_POLL_MS) return answer;
    await pause(POLL_MS, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
