import type { z } from 'zod';
import type { payloadFormat } from '@/lib/contract/runs';
import type { JsonValue } from '@/lib/json';

export type PayloadFormat = z.infer<typeof payloadFormat>;

/** The props of every payload view. */
export interface PayloadProps {
  payload: JsonValue;
  /** The command of the result: the chosen view is remembered for it. */
  commandId: number;
}
