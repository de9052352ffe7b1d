/** The page's query; the server prefetches the one without filters. */
export const jobsInput = (
  orgId: string,
  { search = '', show = 'all' }: { search?: string; show?: 'all' | 'mine' | 'failing' | 'deleted' } = {},
) => ({
  params: { orgId },
  query: {
    ...(search === '' ? {} : { search }),
    ...(show === 'mine' ? { mine: true } : {}),
    ...(show === 'failing' ? { failing: true } : {}),
    ...(show === 'deleted' ? { onlyDeleted: true } : {}),
  },
});
