import { DatabaseError, type FieldDef } from 'pg';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { ResultSink } from '../../result-sink';
import type { PostgresConnection } from '../connection';
import { withCatalogPath } from '../session/catalog-path';
import { withClient } from '../session/open-client';
import { arrayReader, type CellReader, readerOf, readText } from './cell';

/** The type of a result column: its name, and the reader of its cells. */
export interface ResultType {
  name: string;
  read: CellReader;
}

/** Common built-in types, by OID: name, and the OID of their array. Others are looked up once. */
const builtIn: readonly (readonly [number, string, number])[] = [
  [16, 'boolean', 1000],
  [17, 'bytea', 1001],
  [18, '"char"', 1002],
  [19, 'name', 1003],
  [20, 'bigint', 1016],
  [21, 'smallint', 1005],
  [23, 'integer', 1007],
  [25, 'text', 1009],
  [26, 'oid', 1028],
  [114, 'json', 199],
  [142, 'xml', 143],
  [700, 'real', 1021],
  [701, 'double precision', 1022],
  [790, 'money', 791],
  [1042, 'character', 1014],
  [1043, 'character varying', 1015],
  [1082, 'date', 1182],
  [1083, 'time without time zone', 1183],
  [1114, 'timestamp without time zone', 1115],
  [1184, 'timestamp with time zone', 1185],
  [1186, 'interval', 1187],
  [1266, 'time with time zone', 1270],
  [1700, 'numeric', 1231],
  [2249, 'record', 2287],
  [2278, 'void', 0],
  [2950, 'uuid', 2951],
  [3802, 'jsonb', 3807],
];

const INSUFFICIENT_PRIVILEGE = '42501';

const unknownType: ResultType = { name: 'unknown', read: readText };

const builtInTypes = new Map<number, ResultType>(
  builtIn.flatMap(([oid, name, arrayOid]): [number, ResultType][] => {
    const read = readerOf(oid);
    return [
      [oid, { name, read }],
      [arrayOid, { name: `${name}[]`, read: arrayReader(read, ',') }],
    ];
  }),
);

interface TypeRow {
  oid: number;
  name: string;
  base_oid: number | null;
  element_oid: number | null;
  delimiter: string;
}

/** The result types of one database. Custom types are looked up when they first occur. */
export class ResultTypes {
  private readonly known = new Map<number, ResultType>(builtInTypes);

  constructor(
    private readonly connection: PostgresConnection,
    private readonly context: ConnectorContext,
  ) {}

  /** The fields' types, in order. A type that can't be looked up is read as text, and the run's log says why. */
  async of(fields: readonly FieldDef[], sink: Pick<ResultSink, 'log'>): Promise<ResultType[]> {
    const missing = fields.map((field) => field.dataTypeID).filter((oid) => !this.known.has(oid));
    if (missing.length > 0) {
      await this.ask([...new Set(missing)]).catch((error: unknown) => {
        // A role without rights to the catalog never gets another result, so there is nothing to say about this run.
        if (error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE) return;
        const why = error instanceof Error ? error.message : String(error);
        const message = `The types of some columns could not be looked up, so their values are text in this result. ${why}`;
        sink.log({ level: 'warning', message, atMs: Date.now() });
      });
    }
    return fields.map((field) => this.known.get(field.dataTypeID) ?? unknownType);
  }

  /** In a session of its own, because the caller's is in the middle of a result. */
  private async ask(oids: number[]): Promise<void> {
    const rows = await withClient(this.connection, this.context, null, async (client) => {
      const answer = await withCatalogPath(client, () =>
        client.query<[string, string, string | null, string | null, string]>({
          text: typesQuery,
          values: [`{${oids.join(',')}}`],
          rowMode: 'array',
        }),
      );
      return answer.rows.map(toTypeRow);
    });
    const found = new Map(rows.map((row) => [row.oid, row]));
    for (const row of rows) this.known.set(row.oid, { name: row.name, read: readerFor(row, found) });
  }
}

function readerFor(row: TypeRow, found: ReadonlyMap<number, TypeRow>): CellReader {
  const element = row.element_oid === null ? undefined : found.get(row.element_oid);
  if (element !== undefined) return arrayReader(readerFor(element, found), element.delimiter);
  const base = row.base_oid === null ? undefined : found.get(row.base_oid);
  return base === undefined ? readerOf(row.oid) : readerFor(base, found);
}

function toTypeRow([oid, name, base, element, delimiter]: [
  string,
  string,
  string | null,
  string | null,
  string,
]): TypeRow {
  return {
    oid: Number(oid),
    name,
    base_oid: base === null ? null : Number(base),
    element_oid: element === null ? null : Number(element),
    delimiter,
  };
}

const typesQuery = `
with recursive wanted (oid) as (
  select unnest($1::oid[])
  union
  select inner_oid
  from wanted
  join pg_type t on t.oid = wanted.oid
  cross join lateral (values (t.typbasetype), (case when t.typcategory = 'A' then t.typelem end)) as parts (inner_oid)
  where inner_oid <> 0
)
select t.oid, format_type(t.oid, null), nullif(t.typbasetype, 0),
  case when t.typcategory = 'A' and t.typtype = 'b' then t.typelem end, t.typdelim
from wanted
join pg_type t on t.oid = wanted.oid`;
