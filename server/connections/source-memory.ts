import { env } from '@/server/base/env';
import { processWide } from '@/server/base/process-wide';
import { memoryBudget } from '@/server/connectors/_shared/memory-budget';
import type { MemoryBudget } from '@/server/connectors/connector-context';

/** The memory that this process may use in total for data from sources. */
export const sourceMemory = (): MemoryBudget =>
  processWide('memory of sources', () => memoryBudget(env().runMemoryBytes));
