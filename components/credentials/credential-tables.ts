import { formOfSchema } from '@/components/ui/fields/schema-fields';
import type { ConnectionKind, Credential } from './use-credentials';

/** The connections of one type, as a table. */
export interface CredentialTable {
  credType: string;
  title: string;
  /** Whether such a connection can be created by filling in a form. */
  isConnectedByForm: boolean;
  columns: { key: string; label: string; valueLabels: Record<string, string> }[];
  rows: Credential[];
}

/** In page order. */
const titles: Readonly<Record<string, string>> = {
  db: 'Database Connections',
  api: 'API Connections',
  github: 'GitHub Repositories',
  aws: 'Cloud Connections',
  az: 'Stores of Results',
};

/** Types that most organizations don't use: their tables appear only once they have a row. */
const RARE = new Set(['az']);

const MOST_COLUMNS = 4;

/** Columns that are shown even while no connection fills them. */
const ALWAYS = new Set(['env']);

/** A table for each type that can be connected here; its columns come from the connectors' schemas. */
export function tablesOf(
  kinds: readonly ConnectionKind[],
  credentials: readonly Credential[],
): CredentialTable[] {
  const types = Object.keys(titles).filter((type) => kinds.some(({ credType }) => credType === type));
  return types.flatMap((credType) => {
    const rows = credentials.filter((credential) => credential.credType === credType);
    if (rows.length === 0 && RARE.has(credType)) return [];
    return {
      credType,
      title: titles[credType] ?? '',
      isConnectedByForm: kinds.some(
        (kind) => kind.credType === credType && kind.addingWays.some(({ by }) => by === 'connection'),
      ),
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
      .filter(({ isSecret, when, kind }) => !isSecret && when === null && kind !== 'number')
      .map(({ path, label, optionLabels }) => [path, { key: path, label, valueLabels: optionLabels }]),
  );
  const isFilled = ({ key }: { key: string }) =>
    ALWAYS.has(key) || rows.some((row) => settingOf(row, key) !== '');
  return [...shown.values()].filter((column) => rows.length === 0 || isFilled(column)).slice(0, MOST_COLUMNS);
}

/** A setting as text; secrets have none. */
export function settingOf({ settings }: Credential, key: string): string {
  const value = settings[key];
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
