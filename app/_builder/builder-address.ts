import { paths } from '@/lib/base/paths';

export type BuilderQuery = Record<string, string | string[] | undefined>;

/** Names of older links, and their current names. */
const ALIASES: Record<string, string> = { kitId: 'id', kitRunId: 'runGroupId' };
const SHARE_OPEN = 'shareOpen';
const CREATE_DECORATION = 'flOpenCreateDecorationSidePanel';
const ids = /^[1-9]\d{0,9}$/;

/** The parsed address of a builder: the command, the current form of the address, and whether this one is outdated. */
export interface BuilderAddress {
  /** Null if no command is given; 0, which no command has, if the id is not valid. */
  commandId: number | null;
  path: string;
  isOld: boolean;
}

/** Returns the id in an address; null if it is missing or empty, 0 if it is not valid. */
export function commandIdIn({ id }: BuilderQuery): number | null {
  const text = [id].flat()[0] ?? null;
  if (text === null || text === '') return null;
  return ids.test(text) ? Number(text) : 0;
}

export function builderAddress(orgSlug: string, query: BuilderQuery): BuilderAddress {
  const search = new URLSearchParams();
  for (const [key, values] of Object.entries(query)) {
    const name = Object.hasOwn(ALIASES, key) ? (ALIASES[key] ?? key) : key;
    for (const value of [values].flat())
      if (value !== undefined && !search.has(name)) search.set(name, value);
  }
  const id = commandIdIn(Object.fromEntries(search));
  // Links in messages name what to open in a word; the page's own addresses name the panel.
  if (search.has(SHARE_OPEN)) {
    const isWanted = search.get(SHARE_OPEN) !== 'false';
    search.delete(SHARE_OPEN);
    if (isWanted && id !== null && !search.has('panel')) search.set('panel', `share:${id}`);
  }
  if (search.has(CREATE_DECORATION)) {
    const isWanted = search.get(CREATE_DECORATION) === 'true';
    search.delete(CREATE_DECORATION);
    if (isWanted && id !== null && !search.has('panel')) {
      search.set('panel', `configure:${id},decoration:${id}-row-new-name`);
      search.set('configure-tab', 'output');
    }
  }
  return {
    commandId: id,
    path: `${paths.commands(orgSlug).replace(/commands$/, 'builder')}?${search}`,
    isOld: Object.keys(query).some(
      (key) => key === SHARE_OPEN || key === CREATE_DECORATION || Object.hasOwn(ALIASES, key),
    ),
  };
}
