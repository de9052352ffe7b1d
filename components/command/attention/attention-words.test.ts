import { expect, test } from 'vitest';
import { type AttentionKind, attentionKinds } from '@/lib/contract/dependents/attention';
import { attentionWords } from './attention-words';

const item = (kind: AttentionKind, name: string | null, detail: string | null) => ({
  kind,
  commandId: 7,
  commandName: 'Clean up',
  name,
  detail,
  ownerName: null,
});

test('each kind says what stopped, why, and what fixes it where', () => {
  for (const kind of attentionKinds) {
    const { what, why, remedy, panel } = attentionWords(item(kind, 'Nightly', 'max_rows'));
    expect([what, why, remedy].every((words) => words.length > 5)).toBe(true);
    expect(panel).toContain(':7');
  }
});

test('a condition names the input that it depends on', () => {
  expect(attentionWords(item('condition', 'before', 'max_rows'))).toEqual({
    what: 'The condition of before',
    why: 'It depends on max_rows, which the command no longer has or which is hidden or secret now. The command can’t be run.',
    remedy: 'Fix or remove the condition',
    panel: 'configure:7&configure-tab=inputs',
  });
});

test('what was deleted and what is only missing are told apart', () => {
  expect(attentionWords(item('dropdown', 'region', null)).why).toContain('was deleted');
  expect(attentionWords(item('dropdown', 'region', 'id')).why).toContain('no longer returns id');
});
