import { memoryBudget } from '@/server/connectors/_shared/memory-budget';
import type { MemoryBudget } from '@/server/connectors/types';
import { env } from '@/server/env';
import { processWide } from '@/server/process-wide';

/** What everything in this process may hold together of what sources send. */
export const sourceMemory = (): MemoryBudget =>
  processWide('memory of sources', () => memoryBudget(env().runMemoryBytes));
