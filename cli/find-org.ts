import type { Api } from './api';
import { misused } from './exit';
import { findOrgs } from './find-command';

/**
 * The organization that is meant. Throws if the person has several.
 *
 * @param org the slug, id, or name of the one that is meant; undefined for the only one
 */
export async function onlyOrg(api: Api, org: string | undefined): Promise<{ orgId: string; slug: string }> {
  const [only, ...others] = await findOrgs(api, org);
  if (only !== undefined && others.length === 0) return only;
  const names = [only, ...others].map((each) => each?.slug).join(', ');
  throw misused(`Say with --org which organization you mean: ${names}.`);
}
