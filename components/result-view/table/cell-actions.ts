import type { JsonValue } from '@/lib/base/json';

/** A value opened from a table. */
export interface OpenedValue {
  column: string;
  value: JsonValue;
}

/** What the cells of a grid need besides their values. */
export interface CellActions {
  open: (opened: OpenedValue) => void;
  /** The value of a masked cell that was revealed; undefined for the others. */
  revealed: (row: JsonValue[], index: number) => JsonValue | undefined;
  /** Null for people who may not reveal, or where nothing is masked. */
  reveal: ((row: JsonValue[], index: number) => Promise<void>) | null;
}
