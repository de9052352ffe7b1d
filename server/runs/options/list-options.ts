import type { z } from 'zod';
import {
  type dropdownOptions,
  type listDropdownOptions as listOptionsOperation,
  MOST_OPTIONS_SHOWN,
} from '@/lib/contract/command/dropdown-options';
import { cellText } from '@/lib/results/table/result-table';
import type { Context } from '@/server/operations/context';
import { currentOptions } from '@/server/runs/options/current-options';
import { searchOptions } from '@/server/runs/options/result-options';

/** The options of one input that a search finds, as far as they are loaded. */
export async function listDropdownOptions(
  context: Context<typeof listOptionsOperation>,
): Promise<z.output<typeof dropdownOptions>> {
  const { values = {}, search = '', chosen = [], refresh = false } = context.query;
  const { options, ...current } = await currentOptions(context, values, refresh);
  return {
    ...current,
    ...searchOptions(options, search, MOST_OPTIONS_SHOWN),
    total: options.list.length,
    chosen: chosen.flatMap((value) => options.byText.get(cellText(value)) ?? []),
  };
}
