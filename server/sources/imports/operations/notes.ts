import { z } from 'zod';
import { storable } from '../parse/node';
import type { ImportNote } from './imported';

export const mostNotes = 100;
const longestMessage = 500;
const longestPlace = 300;

/** At most 100 notes that can be stored; if there are more, the last one says how many. */
export function boundedNotes(notes: readonly ImportNote[]): ImportNote[] {
  const kept = notes.length > mostNotes ? notes.slice(0, mostNotes - 1) : notes;
  const left = notes.length - kept.length;
  const more = left === 0 ? [] : [{ where: null, message: `There are ${left} more notes like these.` }];
  return [...kept, ...more].map(({ where, message }) =>
    storable({
      where: where === null ? null : shortened(where, longestPlace),
      message: shortened(message, longestMessage),
    }),
  );
}

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** Notes in their stored form. */
export const importNotes = z.array(z.object({ where: z.string().nullable(), message: z.string() }));
