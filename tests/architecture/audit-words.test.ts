import { expect, it } from 'vitest';
import { subjectWords } from '@/components/audit/audit-words';
import { wordsOfAction } from '@/lib/contract/audit/action-words';
import { filesIn, textOf } from './source-files';

const WRITTEN_DOWN = /action: '([a-z_]+\.[a-z_]+)',\s+subjectType: '([a-z_]+)'/g;

it('every action of the audit log has a text', () => {
  const written = filesIn(['server', 'jobs'], ['.ts']).flatMap((file) => [
    ...textOf(file).matchAll(WRITTEN_DOWN),
  ]);
  expect(written.length).toBeGreaterThan(20);
  const wordless = written.flatMap(([, action = '', subject = '']) => [
    ...(wordsOfAction(action) === action ? [action] : []),
    ...(subjectWords[subject] === undefined ? [subject] : []),
  ]);
  expect(wordless).toEqual([]);
});
