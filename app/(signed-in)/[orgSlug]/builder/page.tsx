import { IconCopyOff } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { type BuilderQuery, builderAddress } from '@/app/_builder/builder-address';
import { BuilderBody } from '@/app/_builder/builder-body';
import { visitCommand } from '@/app/_builder/visit-command';
import { NoAccessOnDemand } from '@/components/no-access/no-access-on-demand';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { LinkButton } from '@/components/ui/layout/link-button';
import { paths } from '@/lib/base/paths';

const COPY_ENDED = 'This copy has ended';

interface BuilderPageProps {
  params: Promise<{ orgSlug: string }>;
  searchParams: Promise<BuilderQuery>;
}

export async function generateMetadata({ params, searchParams }: BuilderPageProps): Promise<Metadata> {
  const { orgSlug } = await params;
  const address = builderAddress(orgSlug, await searchParams);
  if (address.commandId === null || address.isOld) return {};
  const visit = await visitCommand(orgSlug, address.commandId, address.path);
  if ('ended' in visit) return { title: COPY_ENDED };
  return { title: 'closed' in visit ? visit.closed.name : visit.command.name };
}

/** The builder. Aliases in the address are rewritten; without a command there is nothing to build. */
export default async function Page({ params, searchParams }: BuilderPageProps) {
  const { orgSlug } = await params;
  const address = builderAddress(orgSlug, await searchParams);
  if (address.commandId === null) redirect(paths.commands(orgSlug));
  if (address.isOld) redirect(address.path);
  const visit = await visitCommand(orgSlug, address.commandId, address.path);
  if ('ended' in visit) {
    return (
      <EmptyNotice
        isPage
        icon={<IconCopyOff size={22} stroke={1.75} />}
        title={COPY_ENDED}
        action={<LinkButton href={paths.commands(visit.orgSlug)}>Back to Home</LinkButton>}
      >
        {visit.ended}
      </EmptyNotice>
    );
  }
  if (!('closed' in visit)) return <BuilderBody visit={visit} />;
  const { orgId, ...command } = visit.closed;
  return <NoAccessOnDemand orgId={orgId} orgSlug={visit.orgSlug} command={command} />;
}
