import { isSameJson, type JsonValue } from '@/lib/base/json';
import { keptValue, type Setting, type Settings, type ValuesOf } from './setting';

type Values = Readonly<Record<string, JsonValue | undefined>>;

/** What settings are once a request was carried out: what it does not name stays. */
export function changedValues<S extends Settings>(
  settings: S,
  before: ValuesOf<S>,
  sent: Readonly<Partial<Record<keyof S, unknown>>>,
): ValuesOf<S> {
  const values = Object.entries<Setting>(settings).map(([key, setting]) => {
    const value = (sent as Values)[key];
    return [key, value === undefined ? (before as Values)[key] : keptValue(setting, value)];
  });
  return Object.fromEntries(values) as ValuesOf<S>;
}

/** The settings whose value is another one. */
export function changedKeys<S extends Settings>(
  settings: S,
  before: ValuesOf<S>,
  after: ValuesOf<S>,
): (keyof S & string)[] {
  return Object.keys(settings).filter((key) => !isSameJson(before[key], after[key]));
}

/** Values by the columns that hold them, as the database takes them and the audit log names them. */
export function byColumn<S extends Settings>(
  settings: S,
  values: Partial<ValuesOf<S>>,
  keys: readonly (keyof S & string)[] = Object.keys(settings),
): Record<string, JsonValue> {
  return Object.fromEntries(
    keys.map((key) => [settings[key]?.column ?? key, (values as Values)[key] ?? null]),
  );
}
