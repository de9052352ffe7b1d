import { AppError } from '@/server/base/errors';
import { asNoSpace, NoSpace } from '@/server/results/stored/result-space';
import { StoreFault } from '@/server/stores/store';

/**
 * Why a spreadsheet could not be made, in words for the person who waits for it: the result can't be read, or there is no
 * room for the file. Null for anything else, of which only the log knows.
 */
export function failureOf(thrown: unknown): string | null {
  if (thrown instanceof AppError) return thrown.message;
  const cause = thrown instanceof StoreFault ? thrown : asNoSpace(thrown);
  if (cause instanceof StoreFault) return `The spreadsheet can't be saved now. ${cause.message}`;
  if (cause instanceof NoSpace) return "The spreadsheet can't be saved now: the disk for results is full.";
  return null;
}
