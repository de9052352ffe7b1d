import type { ImportedOperation } from './imported';

/** The longest name that a command may have. */
const longestName = 200;

/** Adds what differs to the names of operations that share one: `Find pets (POST /pets/find)`. */
export function withDistinctNames(operations: readonly ImportedOperation[]): ImportedOperation[] {
  return withDetails(
    withDetails(operations, ({ cloudName }) => cloudName),
    ({ folder }) => folder,
  );
}

function withDetails(
  operations: readonly ImportedOperation[],
  detailOf: (operation: ImportedOperation) => string | null,
): ImportedOperation[] {
  const counts = new Map<string, number>();
  for (const { friendlyName } of operations) counts.set(friendlyName, (counts.get(friendlyName) ?? 0) + 1);
  return operations.map((operation) => {
    const { friendlyName } = operation;
    const detail = detailOf(operation);
    if (counts.get(friendlyName) === 1 || detail === null || detail === friendlyName) return operation;
    return { ...operation, friendlyName: `${friendlyName} (${detail})`.slice(0, longestName) };
  });
}
