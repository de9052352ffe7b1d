import type { Constraints } from '@/lib/inputs/input';

const digits = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

/** A unique identifier, with or without braces. */
export const uuidConstraints: Constraints = {
  maxLength: 36,
  pattern: `(?:${digits}|\\{${digits}\\})`,
  validationMessage: 'Must be of form: xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx',
};
