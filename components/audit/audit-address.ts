'use client';

import { createParser, parseAsString, useQueryStates } from 'nuqs';

/** A day of the reader's calendar, as 2026-11-16. */
const day = createParser({
  parse: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null),
  serialize: (value: string) => value,
}).withDefault('');

const text = parseAsString.withDefault('');

const parsers = {
  /** Who did it. */
  person: text,
  action: text,
  /** About what kind of thing, and about which one of them. */
  about: text,
  id: text,
  since: day,
  until: day,
};

export type AuditFilters = { [Key in keyof typeof parsers]: string };

export const noFilters: AuditFilters = { person: '', action: '', about: '', id: '', since: '', until: '' };

/** What narrows the log; it stands in the page's address. */
export function useAuditAddress() {
  const [filters, setFilters] = useQueryStates(parsers, { history: 'push', scroll: false });
  return { filters, change: (changes: Partial<AuditFilters>) => void setFilters(changes) };
}

/** The filters as the API writes them. Days begin and end in the time zone of whoever asks. */
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

/** Midnight of a day, or of a day so many later, on the reader's own clock. */
function beginningOf(date: string, daysLater: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + daysLater).toISOString();
}
