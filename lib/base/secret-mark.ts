import { isJsonObject, type JsonValue } from '@/lib/base/json';

/** What stands in place of a secret in rows, answers, revisions, and the audit log. */
export const SECRET_MARK = { is_set: true } as const;

/** The mark as people see it. */
export const MASKED = '••••••';

export const isSecretMark = (value: JsonValue | undefined): boolean =>
  isJsonObject(value) && value.is_set === true;
