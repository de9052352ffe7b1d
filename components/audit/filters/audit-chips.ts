import { dayInWords } from '@/components/ui/filters/day-in-words';
import { wordsOfAction } from '@/lib/contract/audit/action-words';
import type { AuditFilters } from '../audit-address';
import { subjectWords } from '../audit-words';

/** One filter in words, and the change that removes it. */
interface AuditChip {
  words: string;
  remove: Partial<AuditFilters>;
}

/** The names of who did it, and of what it is about, as far as they are known. */
interface FilterNames {
  person: string | undefined;
  about: string | undefined;
}

/** Kinds whose name is that of their command, which others of them have, too. */
const numbered: ReadonlySet<string> = new Set(['run', 'approval']);

/** The filters in use. */
export function auditChips(filters: AuditFilters, names: FilterNames): AuditChip[] {
  const { person, action, about, id, since, until } = filters;
  const chip = (value: string, words: string, remove: Partial<AuditFilters>) =>
    value === '' ? [] : [{ words, remove }];
  const kind = subjectWords[about] ?? about;
  const one = names.about === undefined || numbered.has(about) ? `${kind} ${id}`.trim() : names.about;
  return [
    ...chip(person, `Person: ${names.person ?? person}`, { person: '' }),
    ...chip(action, `Action: ${wordsOfAction(action)}`, { action: '' }),
    ...chip(about, `About: ${one}`, { about: '', id: '' }),
    ...chip(since, `Since ${dayInWords(since)}`, { since: '' }),
    ...chip(until, `Until ${dayInWords(until)}`, { until: '' }),
  ];
}
