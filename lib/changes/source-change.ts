import type { z } from 'zod';
import type { templateChange } from '@/lib/contract/sources/sync-diff';

/** A difference between a command and its source. */
export type SourceChange = z.output<typeof templateChange>;
