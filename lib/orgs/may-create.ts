/** The deployment settings that decide who may create organizations. */
export interface Deployment {
  appEnv: 'saas_internal' | 'saas_external' | 'private_ad';
  authMode: 'demo' | 'hosted' | 'directory';
}

interface Belonging {
  isSandbox: boolean;
  role: 'admin' | 'member';
}

/** People without an organization create their first one; more can be created where the product is our own service. */
export function mayCreateOrg({ appEnv }: Deployment, orgs: readonly Belonging[]): boolean {
  return orgs.length === 0 || appEnv === 'saas_internal';
}

/** Sandboxes are for trying the product; people without an organization and admins can create them. */
export function mayCreateSandbox({ authMode }: Deployment, orgs: readonly Belonging[]): boolean {
  return authMode !== 'directory' && (orgs.length === 0 || orgs.some(({ role }) => role === 'admin'));
}

/** Whether the bar offers to create a sandbox: to people without any organization. */
export function offersSandbox(where: Deployment, orgs: readonly Belonging[]): boolean {
  return mayCreateSandbox(where, orgs) && orgs.length === 0;
}
