import { z } from 'zod';

/** The environment that a connection belongs to. It only tells connections apart. */
export const environmentName = z
  .string()
  .trim()
  .max(40)
  .nullish()
  .meta({ title: 'Environment', hint: 'A word that tells connections apart, such as production' });
