/**
 * Orders requests so that none moves away from under a pointer: those that are shown keep their places, and new ones follow.
 *
 * @param shown the ids in the order in which they are shown
 */
export function steadyOrder<Request extends { approvalId: number }>(
  shown: readonly number[],
  requests: readonly Request[],
): Request[] {
  const placeOf = new Map(shown.map((id, place) => [id, place]));
  const place = ({ approvalId }: Request) => placeOf.get(approvalId) ?? shown.length;
  return requests.toSorted((a, b) => place(a) - place(b) || b.approvalId - a.approvalId);
}
