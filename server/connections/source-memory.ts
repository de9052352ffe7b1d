import { env } from '@/server/base/env';
import { processWide } from '@/server/base/process-wide';
import { FairMemory } from '@/server/connections/fair-memory';
import type { MemoryBudget } from '@/server/connectors/connector-context';

const memory = () => processWide('memory of sources', () => new FairMemory(env().runMemoryBytes));

/**
 * The memory that this process may use in total for data from sources, for an organization and a person; null for a
 * connection that isn't saved, and for what the product does by itself.
 */
export const sourceMemory = (orgId: string | null, userId: string | null): MemoryBudget =>
  memory().of([
    ...(orgId === null ? [] : [`org ${orgId}`]),
    ...(userId === null ? [] : [`person ${userId}`]),
    ...(orgId === null && userId === null ? ['nobody'] : []),
  ]);
