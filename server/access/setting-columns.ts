import { raw, type Sql as Statement } from 'sql-template-tag';
import type { Setting, Settings } from '@/lib/settings/setting';

const list = (settings: Settings): Setting[] => Object.values(settings);

/** The columns of some settings, e.g. `display_name, placeholder`. */
export const columnsOf = (settings: Settings): Statement =>
  raw(
    list(settings)
      .map(({ column }) => column)
      .join(', '),
  );

/**
 * The settings of a row as pairs for `json_build_object`, by our keys: `'displayName', i.display_name, …`.
 *
 * @param alias of the row's table
 */
export const settingPairs = (settings: Settings, alias: string): string =>
  Object.entries<Setting>(settings)
    .map(([key, { column }]) => `'${key}', ${alias}.${column}`)
    .join(', ');
