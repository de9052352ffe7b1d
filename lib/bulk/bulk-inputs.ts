import { holdsFile } from '@/lib/inputs/file-parts';
import type { Input } from '@/lib/inputs/input';

/** Whether a value of the input fits on a line; a file doesn't, and every row takes the form's. */
export const takesLine = ({ type }: Pick<Input, 'type'>): boolean => !holdsFile(type);
