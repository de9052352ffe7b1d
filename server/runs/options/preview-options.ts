import statement from 'sql-template-tag';
import type { z } from 'zod';
import {
  type dropdownOptions,
  MOST_OPTIONS_SHOWN,
  type previewDropdownOptions as previewOperation,
} from '@/lib/contract/command/dropdown-options';
import { sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { checkSender } from '@/server/commands/dropdowns/definition';
import type { LinkedDropdown, OutputPlace } from '@/server/commands/dropdowns/linked-dropdowns';
import type { Context } from '@/server/operations/context';
import { linkedOptions, refuseOtherSites } from '@/server/runs/options/current-options';
import { searchOptions } from '@/server/runs/options/result-options';

/**
 * The options of a dropdown that isn't saved yet, as forms would show them if the caller linked it. Throws 400 for what
 * could not be saved either: another command's columns, or a command that changes data.
 */
export async function previewDropdownOptions(
  context: Context<typeof previewOperation>,
): Promise<z.output<typeof dropdownOptions>> {
  const { actor, subject, params, body, requestHeaders } = context;
  refuseOtherSites(requestHeaders);
  const input = subject.form.inputs.find(({ inputId }) => inputId === params.inputId);
  if (input === undefined) throw notFound();
  const { senderCommandId, valueColumnId, displayColumnId, values = {}, refresh = false } = body;
  await checkSender(sql, actor, subject.orgId, {
    kind: 'command_output',
    values: [],
    senderCommandId,
    valueColumnId,
    displayColumnId,
    cacheInterval: null,
  });
  const linked: LinkedDropdown = {
    inputId: input.inputId,
    senderCommandId,
    linkedBy: actor.userId,
    cacheInterval: null,
    value: await placeOf(subject.orgId, valueColumnId),
    display: await placeOf(subject.orgId, displayColumnId),
  };
  const { options, ...current } = await linkedOptions(context, input, linked, values, refresh);
  return {
    ...current,
    ...searchOptions(options, '', MOST_OPTIONS_SHOWN),
    total: options.list.length,
    chosen: [],
  };
}

async function placeOf(orgId: string, columnId: number): Promise<OutputPlace> {
  const [place] = await query(
    {
      columnId: column.int,
      kind: column.textAs<OutputPlace['kind']>(),
      resultSet: column.int,
      path: column.text,
    },
    statement`select output_column_id as "columnId", kind, result_set as "resultSet", path from output_column
      where org_id = ${orgId} and output_column_id = ${columnId}`,
  );
  if (place === undefined) throw notFound();
  return place;
}
