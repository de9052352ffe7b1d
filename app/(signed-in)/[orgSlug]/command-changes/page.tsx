import type { Metadata } from 'next';
import { SidePanels } from '@/app/_panels/side-panels';
import { CommandChanges } from '@/components/library/changes/command-changes';
import { paths } from '@/lib/base/paths';
import { requireOrg } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Command changes' };

export default async function CommandChangesPage({ params }: { params: Promise<{ orgSlug: string }> }) {
  const { orgSlug } = await params;
  const { org } = await requireOrg(orgSlug, paths.commandChanges(orgSlug));
  return (
    <>
      <CommandChanges orgId={org.orgId} />
      <SidePanels />
    </>
  );
}
