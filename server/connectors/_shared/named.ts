import { z } from 'zod';

/** A name as the source has it, with its spaces; not one of spaces alone. */
export const named = (message: string): z.ZodString => z.string().regex(/\S/, message);
