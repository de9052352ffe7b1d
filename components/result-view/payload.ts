import type { z } from 'zod';
import type { payloadFormat } from '@/lib/contract/runs';
import type { JsonValue } from '@/lib/json';

export type PayloadFormat = z.infer<typeof payloadFormat>;

/** What every view of a payload is given. */
export interface PayloadProps {
  payload: JsonValue;
  /** The command that answered: how its results are looked at is remembered for it. */
  commandId: number;
}
