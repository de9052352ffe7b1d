import { formOfSchema } from '@/components/ui/fields/schema-fields';
import type { JsonValue } from '@/lib/base/json';
import type { ConnectionKind, Credential } from './use-credentials';

/** The connections of one type, as a table. */
export interface CredentialTable {
  credType: string;
  title: string;
  /** What is said while it has no rows. */
  none: string;
  columns: { key: string; label: string; valueLabels: Record<string, string> }[];
  rows: Credential[];
}

/** In page order. */
const words: Readonly<Record<string, { title: string; none: string }>> = {
  db: {
    title: 'Database connections',
    none: 'No database yet. Add one to turn its functions and procedures into commands.',
  },
  api: {
    title: 'API connections',
    none: 'No API yet. Add one from its description or from a request.',
  },
  github: {
    title: 'GitHub repositories',
    none: 'No GitHub repository yet. Add one to turn its scripts into commands.',
  },
  aws: {
    title: 'Cloud connections',
    none: 'No AWS role yet. Add one to turn what it may call into commands.',
  },
  az: { title: 'Azure connections', none: 'No Azure connection yet.' },
};

/** Types that most organizations don't use: their tables appear only once they have a row. */
const RARE = ['az'];
/** The same in a sandbox, and where people sign in with their directory. */
const RARE_WITHOUT_CLOUD = [...RARE, 'aws'];

const MOST_COLUMNS = 4;

/** Columns that are shown even while no connection fills them. */
const ALWAYS = new Set(['env']);

/**
 * A table for each type that can be connected here; its columns come from the connectors' schemas.
 *
 * @param offersCloud whether the table of cloud connections is shown while it is empty
 */
export function tablesOf(
  kinds: readonly ConnectionKind[],
  credentials: readonly Credential[],
  offersCloud: boolean,
): CredentialTable[] {
  const rare = offersCloud ? RARE : RARE_WITHOUT_CLOUD;
  const types = Object.entries(words).filter(([type]) => kinds.some(({ credType }) => credType === type));
  return types.flatMap(([credType, said]) => {
    const rows = credentials.filter((credential) => credential.credType === credType);
    if (rows.length === 0 && rare.includes(credType)) return [];
    return {
      credType,
      ...said,
      columns: columnsOf(
        kinds.filter((kind) => kind.credType === credType),
        rows,
      ),
      rows,
    };
  });
}

/** The settings that are always shown, aren't secret, and are filled in somewhere; without rows, the first ones. */
function columnsOf(kinds: readonly ConnectionKind[], rows: readonly Credential[]) {
  const fields = kinds.flatMap(({ schema, secretKeys }) => formOfSchema(schema, secretKeys).fields);
  const shown = new Map(
    fields
      // Ports say little.
      .filter(
        ({ isSecret, isShownMasked, when, kind }) =>
          (!isSecret || isShownMasked) && when === null && kind !== 'number',
      )
      .map(({ path, label, optionLabels }) => [path, { key: path, label, valueLabels: optionLabels }]),
  );
  const isFilled = ({ key }: { key: string }) =>
    ALWAYS.has(key) || rows.some((row) => settingOf(row, key) !== '');
  return [...shown.values()].filter((column) => rows.length === 0 || isFilled(column)).slice(0, MOST_COLUMNS);
}

const MASK = '••••••';

const isFilledSecret = (value: JsonValue | undefined): boolean =>
  typeof value === 'object' && value !== null && 'is_set' in value && value.is_set === true;

/** A setting as text; dots for a secret that is filled in. */
export function settingOf({ settings }: Credential, key: string): string {
  const value = settings[key];
  if (isFilledSecret(value)) return MASK;
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
