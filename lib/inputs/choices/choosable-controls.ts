import type { Input, InputType } from '@/lib/inputs/input';

/** The control that an engineer can choose for an input. */
export type ComponentKind = NonNullable<Input['componentKind']>;

/** More options than this are a list to search, whatever was chosen: a page of radio buttons is slower to read. */
export const MOST_BUTTONS = 50;

/** The options of a closed list: those of the type itself, or of the elements of a list. */
export const optionsOf = ({ options, element, jsonType }: InputType): readonly string[] =>
  (jsonType === 'array' ? (element?.options ?? options) : options) ?? [];

/**
 * The controls that an engineer can choose from for a type, its own first. A type with fewer than two has only its own.
 */
export function choosableControls(type: InputType): readonly ComponentKind[] {
  const count = optionsOf(type).length;
  if (count === 0 || type.jsonType === 'object' || type.jsonType === 'boolean') return [];
  const [own, buttons] =
    type.jsonType === 'array' ? (['multiselect', 'checkboxes'] as const) : (['dropdown', 'radio'] as const);
  return count > MOST_BUTTONS ? [own] : [own, buttons];
}

/** The control that was chosen, if it still fits the type; a sync may have changed it. */
export function chosenControl({
  type,
  componentKind,
}: Pick<Input, 'type' | 'componentKind'>): ComponentKind | null {
  const fitting = choosableControls(type);
  return componentKind !== null && fitting.includes(componentKind) ? componentKind : (fitting[0] ?? null);
}
