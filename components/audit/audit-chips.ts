import { dayInWords } from '@/components/ui/filters/day-in-words';
import { wordsOfAction } from '@/lib/contract/audit/action-words';
import type { AuditFilters } from './audit-address';
import { subjectWords } from './audit-words';

/** One filter in words, and the change that removes it. */
interface AuditChip {
  words: string;
  remove: Partial<AuditFilters>;
}

/**
 * The filters in use.
 *
 * @param names of people by their ids, as far as they are known
 */
export function auditChips(filters: AuditFilters, names: ReadonlyMap<string, string>): AuditChip[] {
  const { person, action, about, id, since, until } = filters;
  const chip = (value: string, words: string, remove: Partial<AuditFilters>) =>
    value === '' ? [] : [{ words, remove }];
  const kind = subjectWords[about] ?? about;
  return [
    ...chip(person, `Person: ${names.get(person) ?? person}`, { person: '' }),
    ...chip(action, `Action: ${wordsOfAction(action)}`, { action: '' }),
    ...chip(about, `About: ${kind}${id === '' ? '' : ` ${names.get(id) ?? id}`}`, { about: '', id: '' }),
    ...chip(since, `Since ${dayInWords(since)}`, { since: '' }),
    ...chip(until, `Until ${dayInWords(until)}`, { until: '' }),
  ];
}
