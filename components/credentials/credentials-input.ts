/** The page's query; the server prefetches the same one. */
export const credentialsInput = (orgId: string) => ({ params: { orgId } });
