/** What the page lists; its server asks for the same. */
export const credentialsInput = (orgId: string) => ({ params: { orgId } });
