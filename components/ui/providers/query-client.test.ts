import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '@/lib/client/api-client';
import { makeQueryClient } from './query-client';

afterEach(() => onlineManager.setOnline(true));

test('what is pressed without a connection fails at once, and is not sent later', async () => {
  onlineManager.setOnline(false);
  const client = makeQueryClient();
  let sent = 0;
  const press = client.getMutationCache().build(client, {
    mutationFn: () => {
      sent += 1;
      return Promise.reject(new ApiError(0, 'offline', 'The server cannot be reached.'));
    },
  });
  const done = press.execute(undefined).catch((error: unknown) => error);
  await new Promise((resolve) => setImmediate(resolve));
  expect(press.state.isPaused).toBe(false);
  expect(await done).toMatchObject({ code: 'offline' });
  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  expect(sent).toBe(1);
});
