import type { RFile } from '../syntax/ast';

/** The text of a comment, without its signs and rulers. */
export const plainComment = (text: string): string =>
  text
    .replace(/^#+['*]?\s?/, '')
    .replaceAll(/[-=#*~]{3,}/g, '')
    .trim();

/** The comment at the top of a file, without copyright notes; null without one. */
export function headerOf({ comments }: RFile): string | null {
  const lines: string[] = [];
  for (let line = 1; line < 80; line += 1) {
    const comment = comments.get(line);
    if (comment === undefined || !comment.isAlone) {
      if (lines.length > 0 || line > 3) break;
      continue;
    }
    if (comment.text.startsWith('#!')) continue;
    const text = plainComment(comment.text);
    if (/^@|copyright|licen[cs]e/i.test(text)) break;
    lines.push(text);
  }
  return textOrNull(lines.join('\n').trim());
}

/** The comment on the last line of some code, or the comments right above it; null without any. */
export function commentAt({ comments }: RFile, first: number, last: number): string | null {
  const beside = comments.get(last);
  if (beside !== undefined && !beside.isAlone) return textOrNull(plainComment(beside.text));
  const lines: string[] = [];
  for (let line = first - 1; comments.get(line)?.isAlone === true; line -= 1)
    lines.unshift(comments.get(line)?.text ?? '');
  // A heading is about all that follows it.
  if (lines.length > 4 || lines.some((line) => /[-=#*~]{4,}/.test(line))) return null;
  return textOrNull(lines.map(plainComment).join(' ').trim());
}

const textOrNull = (text: string): string | null => (text === '' ? null : text);

/** What the lines `#'` or `#*` above a function say. */
export interface FunctionNotes {
  title: string | null;
  params: ReadonlyMap<string, string>;
  /** `GET /mean`, as plumber names endpoints. */
  endpoints: readonly string[];
  isExported: boolean;
}

export function notesAbove({ comments }: RFile, line: number): FunctionNotes {
  const lines: string[] = [];
  for (let at = line - 1; at > 0; at -= 1) {
    const comment = comments.get(at);
    if (comment === undefined || !comment.isAlone) break;
    lines.unshift(comment.text.replace(/^#+['*]?\s?/, ''));
  }
  const params = new Map<string, string>();
  const endpoints: string[] = [];
  const told: string[] = [];
  let title: string | null = null;
  let isExported = false;
  let current: string | null = null;
  let hasTags = false;
  for (const text of lines) {
    const [, tag, rest = ''] = /^\s*@(\w+)\s*(.*)$/.exec(text) ?? [];
    if (tag === undefined) {
      if (current !== null) params.set(current, `${params.get(current) ?? ''} ${text.trim()}`.trim());
      else if (!hasTags) told.push(text.trim());
      continue;
    }
    hasTags = true;
    current = null;
    if (tag === 'param') {
      const [, names = '', help = ''] = /^([\w.,]+)(.*)$/.exec(rest) ?? [];
      for (const name of names.split(',')) params.set(name, help.trim());
      current = names.split(',').at(-1) ?? null;
    } else if (/^(get|post|put|delete|patch|head)$/i.test(tag))
      endpoints.push(`${tag.toUpperCase()} ${rest.trim()}`);
    else if (/^(title|description|details)$/.test(tag)) title ??= textOrNull(rest.trim());
    else if (tag === 'export') isExported = true;
  }
  return { title: textOrNull(told.join('\n').trim()) ?? title, params, endpoints, isExported };
}
