import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { readAgain } from './read-again';

it('what is being read for the first time during a change is read again after it', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } });
  const responses: ((name: string) => void)[] = [];
  const shown = new QueryObserver(queryClient, {
    queryKey: ['readThing', {}, {}],
    queryFn: ({ signal }) =>
      new Promise<string>((resolve, reject) => {
        responses.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  const stop = shown.subscribe(() => {});
  try {
    expect(responses).toHaveLength(1);
    const done = readAgain(queryClient, [{ id: 'readThing' }]);
    await expect.poll(() => responses.length).toBe(2);
    responses[0]?.('before');
    responses[1]?.('after');
    await done;
    expect(shown.getCurrentResult().data).toBe('after');
  } finally {
    stop();
    queryClient.clear();
  }
});
