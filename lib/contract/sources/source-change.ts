import { z } from 'zod';
import { time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';

/** A push that no sync has read yet. */
export const sourceChange = resource({
  at: ['time', time],
  /** Whether the source named a file that it was read from. Otherwise that may have changed: the source didn't name all. */
  isCertain: ['is_certain', z.boolean()],
});
