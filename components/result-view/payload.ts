import type { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import type { payloadFormat } from '@/lib/contract/runs/run';

export type PayloadFormat = z.infer<typeof payloadFormat>;

/** The props of every payload view. */
export interface PayloadProps {
  payload: JsonValue;
  /** The command of the result: the chosen view is remembered for it. */
  commandId: number;
}
