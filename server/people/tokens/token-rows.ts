import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Person, TokenScope } from '@/lib/access/vocabulary';
import type { token } from '@/lib/contract/people/tokens';
import type { Decoded } from '@/lib/wire/wire';
import { sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { chosenThings } from '@/server/people/tokens/chosen-things';

export type Token = Decoded<typeof token>;

/** Whose tokens they are: a person's own, or those of a service account. */
export interface TokenOwner {
  userId: string;
}

const ROW = {
  token_id: column.text,
  name: column.text,
  hint: column.text.nullable(),
  scope: column.json<TokenScope>(),
  allows_unasked: column.boolean,
  audience: column.text.nullable(),
  created_at: column.time,
  created_by: column.text.nullable(),
  expires_at: column.time,
  last_used_at: column.time.nullable(),
  last_address: column.text.nullable(),
};

/** Connected programs have a list of their own. */
const tokensOf = ({ userId }: TokenOwner): Statement => statement`
  select t.token_id, t.name, t.hint, t.scope, t.allows_unasked, t.audience, t.created_at, c.name as created_by,
    t.expires_at, t.last_used_at, t.last_address
  from access_token t left join "user" c on c.user_id = t.created_by_user_id
  where t.user_id = ${userId} and not exists (select from oauth_grant g where g.token_id = t.token_id)`;

const idsOf = (scope: TokenScope) =>
  scope.kind === 'run' ? scope : { commandIds: [] as number[], folderIds: [] as number[] };

/** Tokens with the names of what they run, as far as the reader may see it. */
async function described(reader: Person, rows: readonly RowOf<typeof ROW>[]): Promise<Token[]> {
  const chosen = rows.map(({ scope }) => idsOf(scope));
  const things = await chosenThings(reader, null, {
    commandIds: chosen.flatMap(({ commandIds }) => commandIds),
    folderIds: chosen.flatMap(({ folderIds }) => folderIds),
  });
  return rows.map((row) => {
    const { commandIds, folderIds } = idsOf(row.scope);
    return {
      tokenId: row.token_id,
      name: row.name,
      hint: row.hint,
      scope: row.scope.kind,
      commands: things.commands.filter(({ commandId }) => commandIds.includes(commandId)),
      commandCount: commandIds.length,
      folders: things.folders.filter(({ folderId }) => folderIds.includes(folderId)),
      folderCount: folderIds.length,
      allowsUnasked: row.allows_unasked,
      audience: row.audience,
      createdAt: row.created_at.toISOString(),
      createdBy: row.created_by,
      expiresAt: row.expires_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      lastAddress: row.last_address,
    };
  });
}

const DEFAULT_ROWS_A_PAGE = 25;

/** One page of an owner's tokens, the latest first. Expired ones are listed until they are deleted. */
export async function tokenPageOf(
  reader: Person,
  owner: TokenOwner,
  { page = 0, per_page = DEFAULT_ROWS_A_PAGE }: { page?: number | undefined; per_page?: number | undefined },
): Promise<Token[]> {
  const rows = await query(
    ROW,
    statement`${tokensOf(owner)} order by t.created_at desc, t.token_id
      limit ${per_page} offset ${page * per_page}`,
  );
  return described(reader, rows);
}

/** One token of an owner. Throws 404 if the owner doesn't have it. */
export async function readTokenOf(
  reader: Person,
  owner: TokenOwner,
  tokenId: string,
  db = sql,
): Promise<Token> {
  const rows = await query(ROW, statement`${tokensOf(owner)} and t.token_id = ${tokenId}`, db);
  const [found] = await described(reader, rows);
  if (found === undefined) throw notFound();
  return found;
}
