import statement from 'sql-template-tag';
import type { z } from 'zod';
import * as contract from '@/lib/contract/runs/history-views';
import { viewerOf } from '@/server/access/viewer';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

type HistoryView = z.output<typeof contract.historyView>;

const VIEW = { history_view_id: column.int, name: column.text, address: column.text };

/** Lists the person's views; none for a token for some commands, since a view may filter by values of others. */
export async function listHistoryViews({
  actor,
  subject: { orgId },
}: Context<typeof contract.listHistoryViews>): Promise<HistoryView[]> {
  if (viewerOf(actor).only !== null) return [];
  const rows = await query(
    VIEW,
    statement`select history_view_id, name, address from history_view
      where org_id = ${orgId} and owner_user_id = ${actor.userId} order by lower(name)`,
  );
  return rows.map(({ history_view_id: viewId, name, address }) => ({ viewId, name, address }));
}

/** Throws 409 if the person has as many views as they can. */
export async function saveHistoryView({
  actor,
  subject: { orgId },
  body: { name, address },
}: Context<typeof contract.saveHistoryView>): Promise<HistoryView> {
  return transaction(async (tx) => {
    // One after the other, so that they are counted.
    await query(
      { user_id: column.text },
      statement`select user_id from "user" where user_id = ${actor.userId} for no key update`,
      tx,
    );
    const [others] = await query(
      { count: column.int },
      statement`select count(*)::int as count from history_view
        where org_id = ${orgId} and owner_user_id = ${actor.userId} and lower(name) <> lower(${name})`,
      tx,
    );
    if ((others?.count ?? 0) >= contract.MOST_VIEWS) {
      throw new AppError('conflict', `You have ${contract.MOST_VIEWS} views already. Delete one first.`);
    }
    const [row] = await query(
      VIEW,
      statement`insert into history_view (org_id, owner_user_id, name, address)
        values (${orgId}, ${actor.userId}, ${name}, ${address})
        on conflict (org_id, owner_user_id, lower(name)) do update set name = excluded.name, address = excluded.address
        returning history_view_id, name, address`,
      tx,
    );
    if (row === undefined) throw new Error('A view was not saved');
    return { viewId: row.history_view_id, name: row.name, address: row.address };
  });
}

export async function deleteHistoryView({
  actor,
  subject: { orgId },
  params: { viewId },
}: Context<typeof contract.deleteHistoryView>): Promise<undefined> {
  const rows = await query(
    { history_view_id: column.int },
    statement`delete from history_view
      where org_id = ${orgId} and owner_user_id = ${actor.userId} and history_view_id = ${viewId}
      returning history_view_id`,
  );
  if (rows.length === 0) throw notFound();
  return undefined;
}
