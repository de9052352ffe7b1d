/** The page's query; the server prefetches the one without filters. */
export const jobsInput = (
  orgId: string,
  {
    search = '',
    show = 'all',
    showDeleted = false,
  }: { search?: string; show?: 'all' | 'mine' | 'failing'; showDeleted?: boolean } = {},
) => ({
  params: { orgId },
  query: {
    ...(search === '' ? {} : { search }),
    ...(show === 'mine' ? { mine: true } : {}),
    ...(show === 'failing' ? { failing: true } : {}),
    ...(showDeleted ? { showDeleted } : {}),
  },
});
