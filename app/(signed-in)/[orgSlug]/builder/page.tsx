import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { RecordView } from '@/components/recents/record-view';
import Markdown from '@/components/ui/markdown';
import { paths } from '@/lib/paths';
import { type BuilderQuery, builderAddress } from './builder-address';
import { BuilderPage } from './builder-page';
import { loadCommand } from './load-command';

interface BuilderPageProps {
  params: Promise<{ orgSlug: string }>;
  searchParams: Promise<BuilderQuery>;
}

export async function generateMetadata({ params, searchParams }: BuilderPageProps): Promise<Metadata> {
  const { orgSlug } = await params;
  const address = builderAddress(orgSlug, await searchParams);
  if (address.commandId === null || address.isOld) return {};
  const { name } = await loadCommand(orgSlug, address.commandId, address.path);
  return { title: name };
}

/** The builder: aliases in the address are rewritten, and without a command there is nothing to build. */
export default async function Page({ params, searchParams }: BuilderPageProps) {
  const { orgSlug } = await params;
  const address = builderAddress(orgSlug, await searchParams);
  if (address.commandId === null) redirect(paths.commands(orgSlug));
  if (address.isOld) redirect(address.path);
  const { queryClient, person, org, description } = await loadCommand(
    orgSlug,
    address.commandId,
    address.path,
  );
  const { userId, name, email } = person;
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <RecordView orgId={org.orgId} commandId={address.commandId} userId={userId} />
      <BuilderPage
        org={{ orgId: org.orgId, slug: org.slug }}
        commandId={address.commandId}
        person={{ userId, name, email }}
        drawnDescription={{ text: description, node: <Markdown>{description}</Markdown> }}
      />
    </HydrationBoundary>
  );
}
