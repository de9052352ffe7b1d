/** The key of a combined file in its store, apart from the results of runs. */
export const combinedKey = (orgId: string, combinedId: number): string =>
  `${encodeURIComponent(orgId)}/combined/${combinedId}.xlsx`;
