import { expect, test } from 'vitest';
import { readArguments } from './arguments';
import { confirmed } from './confirm';

const command = { name: 'Pay', confirmationWord: null };
const line = (...words: string[]) => readArguments(['run', 'Pay', ...words], new Set(['yes']));

test('S93 a script agrees to what is not marked as safe, with or without a tag', async () => {
  await expect(confirmed(line(), command, null)).rejects.toThrow('“Pay” may change data. Add --yes');
  await expect(confirmed(line(), command, 'updates_data')).rejects.toThrow('“Pay” changes data. Add --yes');
  await expect(confirmed(line(), command, 'slows_db')).rejects.toThrow('Add --yes');
  await expect(confirmed(line('--yes'), command, null)).resolves.toBeUndefined();
  await expect(confirmed(line(), command, 'safe')).resolves.toBeUndefined();
});
