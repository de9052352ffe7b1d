'use client';

import { createParser, parseAsString, useQueryStates } from 'nuqs';

/** A date in the reader's calendar, such as 2026-11-16. */
const day = createParser({
  parse: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null),
  serialize: (value: string) => value,
}).withDefault('');

const text = parseAsString.withDefault('');

const parsers = {
  /** Who did it. */
  person: text,
  action: text,
  /** The type of the subject, and its id. */
  about: text,
  id: text,
  since: day,
  until: day,
};

export type AuditFilters = { [Key in keyof typeof parsers]: string };

export const noFilters: AuditFilters = { person: '', action: '', about: '', id: '', since: '', until: '' };

/** The filters of the log, kept in the page's address. */
export function useAuditAddress() {
  const [filters, setFilters] = useQueryStates(parsers, { history: 'push', scroll: false });
  return { filters, change: (changes: Partial<AuditFilters>) => void setFilters(changes) };
}

/** The filters in the API's notation. Days begin and end in the reader's time zone. */
export function apiFilters({ person, action, about, id, since, until }: AuditFilters): string[] {
  const equal = (field: string, value: string) => (value === '' ? [] : [`${field}:${value}`]);
  return [
    ...equal('user_id', person),
    ...equal('action', action),
    ...equal('subject_type', about),
    ...equal('subject_id', id),
    ...(since === '' ? [] : [`time:gte:${beginningOf(since, 0)}`]),
    ...(until === '' ? [] : [`time:lt:${beginningOf(until, 1)}`]),
  ];
}

/** Midnight of a day, or of a later one, in the reader's time zone. */
function beginningOf(date: string, daysLater: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + daysLater).toISOString();
}
