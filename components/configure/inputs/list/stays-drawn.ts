import type { Editing } from '@/components/configure/panel/use-editing';
import type { InputFields } from '../input-fields';

/**
 * Returns whether a section of the editor can stay as it is drawn: nothing that it shows has changed. So a letter that
 * is typed redraws one section.
 *
 * @param shown the fields that the section shows
 */
export function staysDrawn<Props extends { editing: Editing<InputFields> }>(
  shown: readonly (keyof InputFields)[],
): (before: Props, after: Props) => boolean {
  return ({ editing: before, ...others }, { editing: after, ...now }) =>
    Object.entries(others).every(([name, value]) => value === now[name as keyof typeof now]) &&
    shown.every((field) => before.fields[field] === after.fields[field]);
}
