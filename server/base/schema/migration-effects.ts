import { actionsIn, statementsIn } from './sql-statements';

/** What others can do with a table until the migration that holds the lock has ended. */
export type Lock = 'nothing' | 'reading' | 'everything';

/** What is done with the rows of a table: they are read, written, or copied with their indexes, or an index is made. */
export type Work = 'none' | 'scan' | 'index' | 'rows' | 'rewrite';

/** The effect of a statement on a table that exists before the migration. */
export interface Effect {
  table: string;
  leaves: Lock;
  work: Work;
}

/** What a migration does; `unread` are the statements that this can't tell about. */
export interface Effects {
  created: string[];
  effects: Effect[];
  unread: string[];
}

const NAME = '(?:"?public"?\\.)?"?([a-z_0-9]+)"?';
const pattern = (text: string): RegExp => new RegExp(`^${text.replaceAll('NAME', NAME)}`, 'i');

/** Statements that touch no table that others use. */
const APART = [
  'create (or replace )?(function|type|extension|sequence|view|temporary|schema)',
  'alter type',
  'drop (function|type|sequence)',
  'comment on',
  'set ',
  'select ',
].map(pattern);

const CREATE_TABLE = pattern('create table (?:if not exists )?NAME');
const ALTER_TABLE = pattern('alter table (?:if exists )?(?:only )?NAME ');

/** Other statements on one table, the first group of each. Deleted rows take no more space. */
const ON_TABLE: readonly [RegExp, Lock, Work][] = [
  [
    pattern('create (?:unique )?index (?:if not exists )?(?:"?\\w+"? )?on (?:only )?NAME'),
    'reading',
    'index',
  ],
  [
    pattern('create (?:or replace )?(?:constraint )?trigger "?\\w+"? .*? on NAME(?![\\w"]*\\.)'),
    'reading',
    'none',
  ],
  [pattern('drop trigger (?:if exists )?"?\\w+"? on NAME'), 'nothing', 'none'],
  [pattern('drop table (?:if exists )?NAME'), 'nothing', 'none'],
  [pattern('truncate (?:table )?NAME'), 'nothing', 'none'],
  [pattern('insert into NAME'), 'everything', 'rows'],
  [pattern('update (?:only )?NAME'), 'everything', 'rows'],
  [pattern('delete from (?:only )?NAME'), 'everything', 'scan'],
  [pattern('with .*? (?:update|insert into|delete from) NAME'), 'everything', 'rows'],
];

/** What the actions of `alter table` do, the first that matches. */
const ACTIONS: readonly [RegExp, Lock, Work][] = [
  [/^add column .* default (?:gen_random_uuid|clock_timestamp|random|nextval)\b/i, 'nothing', 'rewrite'],
  [/^add column .* (?:serial|bigserial|generated always as \(.*\) stored)/i, 'nothing', 'rewrite'],
  [/^add (?:column )?(?!constraint\b|primary\b|unique\b|foreign\b|check\b|exclude\b)/i, 'nothing', 'none'],
  [/^add .*\bnot valid$/i, 'reading', 'none'],
  [/^add .*\bforeign key\b/i, 'reading', 'scan'],
  [/^add .*\b(?:primary key|unique|exclude)\b.* using index/i, 'nothing', 'none'],
  [/^add .*\b(?:primary key|unique|exclude)\b/i, 'nothing', 'index'],
  [/^add .*\bcheck\b/i, 'nothing', 'scan'],
  [/^validate constraint/i, 'everything', 'scan'],
  [/^alter (?:column )?\S+ (?:set data )?type\b/i, 'nothing', 'rewrite'],
  [/^alter (?:column )?\S+ set not null/i, 'nothing', 'scan'],
  [/^set (?:logged|unlogged|tablespace|access method)/i, 'nothing', 'rewrite'],
  [/^(?:set|reset) \(/i, 'everything', 'none'],
  [/^(?:drop|rename|alter|set|owner|enable|disable|force|no force|replica)\b/i, 'nothing', 'none'],
];

/** Reads from the text of a migration what it does to which tables. */
export function effectsOf(sql: string): Effects {
  const read: Effects = { created: [], effects: [], unread: [] };
  for (const statement of statementsIn(sql).map((text) => text.replaceAll(/\s+/g, ' '))) {
    const created = CREATE_TABLE.exec(statement)?.[1];
    if (created !== undefined) read.created.push(created);
    else if (!APART.some((each) => each.test(statement)))
      read.effects.push(...effectsOfOne(statement, read.unread));
  }
  const isNew = new Set(read.created);
  return { ...read, effects: read.effects.filter(({ table }) => !isNew.has(table)) };
}

function effectsOfOne(statement: string, unread: string[]): Effect[] {
  if (/^drop index /i.test(statement)) return [];
  const altered = ALTER_TABLE.exec(statement);
  if (altered !== null) {
    const table = altered[1] ?? '';
    return actionsIn(statement.slice(altered[0].length)).flatMap((action) => {
      const known = ACTIONS.find(([each]) => each.test(action));
      if (known === undefined) unread.push(statement);
      return known === undefined ? [] : [{ table, leaves: known[1], work: known[2] }];
    });
  }
  for (const [each, leaves, work] of ON_TABLE) {
    const table = each.exec(statement)?.[1];
    if (table !== undefined) return [{ table, leaves, work }];
  }
  unread.push(statement);
  return [];
}
