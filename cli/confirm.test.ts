import { expect, test } from 'vitest';
import { readArguments } from './arguments';
import { confirmed, whatItAsks } from './confirm';

const command = { name: 'Pay', confirmationWord: null };
const line = (...words: string[]) => readArguments(['run', 'Pay', ...words], new Set(['yes']));

test('S93 a script agrees to what is not marked as safe, with or without a tag', async () => {
  await expect(confirmed(line(), command, null)).rejects.toThrow('“Pay” may change data. Add --yes');
  await expect(confirmed(line(), command, 'updates_data')).rejects.toThrow('“Pay” changes data. Add --yes');
  await expect(confirmed(line(), command, 'slows_db')).rejects.toThrow('Add --yes');
  await expect(confirmed(line('--yes'), command, null)).resolves.toBeUndefined();
  await expect(confirmed(line(), command, 'safe')).resolves.toBeUndefined();
});

test('a command says what it does and asks for before it is run', () => {
  const needsNothing = { confirmationWord: null, needsApproval: false };
  expect(whatItAsks(needsNothing, 'safe')).toEqual(['It reads data.']);
  expect(whatItAsks(needsNothing, null)).toEqual(['It may change data, and asks first (--yes).']);
  expect(whatItAsks({ confirmationWord: 'REFUND', needsApproval: true }, 'updates_data')).toEqual([
    'It changes data, and asks for a word (--confirm WORD).',
    'A run waits until another engineer has approved it (--note TEXT).',
  ]);
});
