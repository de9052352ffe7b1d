import type { QueryClient } from '@tanstack/react-query';
import type { AnyOperation } from '@/lib/contract/operation';

/**
 * Reads everything shown of some operations again, after a change that their responses may be from before. One that is
 * being read for the first time begins again, too: invalidating alone would wait for it, and take it for the latest.
 */
export async function readAgain(
  queryClient: QueryClient,
  operations: readonly Pick<AnyOperation, 'id'>[],
): Promise<void> {
  await Promise.all(
    operations.map(async ({ id }) => {
      await queryClient.cancelQueries({ queryKey: [id] });
      await queryClient.invalidateQueries({ queryKey: [id] });
    }),
  );
}
