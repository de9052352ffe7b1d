import type { z } from 'zod';
import type { payloadFormat } from '@/lib/contract/runs';

export type PayloadFormat = z.infer<typeof payloadFormat>;
