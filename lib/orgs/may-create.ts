/** Where the product runs, as far as it decides who may make organizations. */
export interface Deployment {
  appEnv: 'saas_internal' | 'saas_external' | 'private_ad';
  authMode: 'demo' | 'hosted' | 'directory';
}

interface Belonging {
  isSandbox: boolean;
  role: 'admin' | 'member';
}

/** Whoever is in no organization makes a first one; further ones are made where the product is our own service. */
export function mayCreateOrg({ appEnv }: Deployment, orgs: readonly Belonging[]): boolean {
  return orgs.length === 0 || appEnv === 'saas_internal';
}

/** Sandboxes are for trying the product out, by whoever is in no organization, or an admin of one. */
export function mayCreateSandbox({ authMode }: Deployment, orgs: readonly Belonging[]): boolean {
  return authMode !== 'directory' && (orgs.length === 0 || orgs.some(({ role }) => role === 'admin'));
}

/** Whether the bar offers an organization: to whoever has none yet but for sandboxes. */
export function offersOrg(where: Deployment, orgs: readonly Belonging[]): boolean {
  return where.appEnv === 'saas_internal' && orgs.every(({ isSandbox }) => isSandbox);
}

/** Whether the bar offers a sandbox: to whoever has nothing at all. */
export function offersSandbox(where: Deployment, orgs: readonly Belonging[]): boolean {
  return mayCreateSandbox(where, orgs) && orgs.length === 0;
}
