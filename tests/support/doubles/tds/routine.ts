import type { Reply } from './reply';
import type { TdsSession } from './server';
import type { WireValue } from './types';

export interface DoubleTable {
  schema: string;
  name: string;
  columns: { name: string; type: string; codePage?: number }[];
}

export interface DoubleParameter {
  /** With its `@`. */
  name: string;
  /** As declared, e.g. `decimal(12,2)`; the server's own type of an alias. */
  type: string;
  alias?: { schema: string; name: string };
  table?: DoubleTable;
  isOutput?: boolean;
  /** Of the database's collation; unknown without it. */
  codePage?: number;
  description?: string;
}

/** What a body can do: read its arguments, and write tokens. */
export interface BodyCall {
  reply: Reply;
  /** By parameter; one that was left out is missing. Moments, decimals, and money are text. */
  values: Map<string, WireValue>;
  /** Sets an OUTPUT parameter. */
  output(name: string, value: WireValue): void;
  signal: AbortSignal;
  session: TdsSession;
}

export interface DoubleRoutine {
  schema?: string;
  name: string;
  /** sys.objects.type; a procedure by default. */
  type?: 'P' | 'PC' | 'FN' | 'IF' | 'TF';
  parameters?: DoubleParameter[];
  /** Null for one that is encrypted. */
  definition?: string | null;
  description?: string;
  mayUse?: boolean;
  /** Writes its response; returns a procedure's return code, if it is a number. */
  body?(call: BodyCall): Promise<unknown>;
}
