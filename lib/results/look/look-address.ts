import { PLAIN_LOOK, type ResultViewName, resultViewNames, shortTexts, type TableLook } from './table-look';

/** The look at one table of a run. */
export interface AddressedLook {
  runId: number;
  /** From 0. */
  resultSet: number;
  look: TableLook;
}

/** A look as it stands in an address: `812.0:sort=2&find=paid`. */
export function writeLook({ runId, resultSet, look }: AddressedLook): string {
  const parts = new URLSearchParams();
  if (look.isOpen) parts.set('open', '');
  if (look.view !== null) parts.set('as', look.view.toLowerCase());
  if (look.sort !== null) parts.set('sort', `${look.sort.column}${look.sort.isDescending ? '-' : ''}`);
  if (look.search !== '') parts.set('find', look.search);
  for (const { column, text } of look.filters) parts.append('in', `${column}:${text}`);
  if (look.hidden !== null) parts.set('hide', look.hidden.join());
  if (look.pinned !== null) parts.set('pin', look.pinned.join());
  if (look.page > 0) parts.set('page', String(look.page + 1));
  return `${runId}.${resultSet}:${parts}`;
}

/** As many as the API takes. */
const MOST_FILTERS = 50;

/** Reads a look from its address, and ignores parts that are unreadable or exceed a limit. Null if the text isn't a look. */
export function readLook(text: string): AddressedLook | null {
  const [, runId, resultSet, rest] = /^(\d{1,15})\.(\d{1,3}):(.*)$/s.exec(text) ?? [];
  if (rest === undefined) return null;
  const parts = new URLSearchParams(rest);
  return {
    runId: Number(runId),
    resultSet: Number(resultSet),
    look: {
      ...PLAIN_LOOK,
      isOpen: parts.has('open'),
      view: viewOf(parts.get('as')),
      sort: sortOf(parts.get('sort') ?? ''),
      ...shortTexts({
        search: parts.get('find') ?? '',
        filters: parts.getAll('in').flatMap(filterOf).slice(0, MOST_FILTERS),
      }),
      hidden: columnsOf(parts.get('hide')),
      pinned: columnsOf(parts.get('pin')),
      page: pageOf(parts.get('page') ?? ''),
    },
  };
}

export const isPlain = (look: TableLook): boolean =>
  writeLook({ runId: 0, resultSet: 0, look }) === writeLook({ runId: 0, resultSet: 0, look: PLAIN_LOOK });

const viewOf = (text: string | null): ResultViewName | null =>
  resultViewNames.find((name) => name.toLowerCase() === text) ?? null;

function sortOf(text: string): TableLook['sort'] {
  const [, column, descending] = /^(\d{1,4})(-?)$/.exec(text) ?? [];
  return column === undefined ? null : { column: Number(column), isDescending: descending === '-' };
}

function filterOf(part: string): TableLook['filters'] {
  const [, column, text] = /^(\d{1,4}):(.+)$/s.exec(part) ?? [];
  return text === undefined ? [] : [{ column: Number(column), text }];
}

function columnsOf(text: string | null): number[] | null {
  if (text === null) return null;
  return text.split(',').flatMap((each) => (/^\d{1,4}$/.test(each) ? [Number(each)] : []));
}

function pageOf(text: string): number {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) - 1 : 0;
}
