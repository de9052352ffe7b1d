type PickedField = 'kit_id' | 'user_id';

/** The id that the filters pick exactly (`kit_id:7`); null if they pick none. */
export function chosenId(filters: readonly string[], field: PickedField): string | null {
  const picked = filters.find((each) => each.startsWith(`${field}:`));
  return picked?.slice(field.length + 1) ?? null;
}

/** The same filters with this id picked in place of another one, or with none. */
export function withChosen(filters: readonly string[], field: PickedField, id: string | null): string[] {
  const others = filters.filter((each) => !each.startsWith(`${field}:`));
  return id === null ? others : [...others, `${field}:${id}`];
}
