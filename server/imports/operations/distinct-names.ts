import type { ImportedOperation } from './imported';

/** What a command may be called is no longer than this. */
const longestName = 200;

/** Operations of one description that are called alike say what differs: `Find pets (POST /pets/find)`. */
export function withDistinctNames(operations: readonly ImportedOperation[]): ImportedOperation[] {
  return told(
    told(operations, ({ cloudName }) => cloudName),
    ({ folder }) => folder,
  );
}

function told(
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
