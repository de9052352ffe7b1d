/** What an id in the log stands for. */
export type NamedKind = 'people' | 'groups' | 'commands' | 'folders' | 'connections' | 'dropdowns' | 'inputs';

/** The names of ids, by id: of people those of the time of the event, of all others the current ones. */
export type Names = Readonly<Record<NamedKind, Readonly<Record<string, string>>>>;

export const NO_NAMES: Names = {
  people: {},
  groups: {},
  commands: {},
  folders: {},
  connections: {},
  dropdowns: {},
  inputs: {},
};

const kinds: Readonly<Record<string, NamedKind | undefined>> = {
  user_id: 'people',
  user_ids: 'people',
  asked_user_ids: 'people',
  assignee: 'people',
  owner: 'people',
  group_id: 'groups',
  command_id: 'commands',
  kit_id: 'commands',
  kit_ids: 'commands',
  input_kit_id: 'commands',
  sender_kit_id: 'commands',
  origin_command_id: 'commands',
  folder_id: 'folders',
  directory_ids: 'folders',
  creds_id: 'connections',
  dropdown_id: 'dropdowns',
  input_id: 'inputs',
};

/** What the ids under a key of `before` or `after` stand for; null if they stand for nothing that has a name. */
export const namedKindOf = (key: string): NamedKind | null =>
  (Object.hasOwn(kinds, key) ? kinds[key] : null) ?? null;
