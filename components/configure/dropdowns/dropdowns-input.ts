/** The list's query; the server prefetches the same one. */
export const dropdownsInput = (orgId: string) => ({
  params: { orgId },
  query: { sort: 'dropdown_id' as const },
});
