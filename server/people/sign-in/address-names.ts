import { plainName } from '@/lib/base/plain-names';

const LONGEST_NAME = 100;

/** What a person is called of whom only the address is known: the part before the @. */
export const nameOfAddress = (email: string): string =>
  plainName(email.split('@')[0] ?? '', LONGEST_NAME) || 'New person';
