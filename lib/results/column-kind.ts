import { isNumericColumn } from '@/lib/results/charts/compare-cells';

/** What the values of a column are, as far as its type says. `untyped`: those of documents, which tell themselves. */
export type ColumnKind = 'number' | 'date' | 'time' | 'untyped' | 'other';

/** The kind of a type of Postgres or SQL Server. */
export function kindOfType(type: string): ColumnKind {
  if (type === '') return 'untyped';
  if (/\[\]$/.test(type)) return 'other';
  if (isNumericColumn(type, [])) return 'number';
  if (/^date$/i.test(type)) return 'date';
  return /^(timestamp|datetime|smalldatetime)/i.test(type) ? 'time' : 'other';
}

const NAMES_OF_IDENTIFIERS =
  /(^|[_\s-])(id|ids|order|no|nr|num|number|code|key|zip|plz|postcode|postal|year|phone|tel|fax|iban|ean|gtin|isbn|sku|ref|reference|serial|version|port|pin)\d*$/i;

/** Whether the numbers of a column name something by their digits, such as orders or years, so that nothing separates them. */
export const isIdentifier = (name: string): boolean =>
  NAMES_OF_IDENTIFIERS.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'));
