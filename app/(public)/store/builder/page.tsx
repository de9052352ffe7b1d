import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { type BuilderQuery, commandIdIn } from '@/app/_builder/builder-address';
import { BuilderBody } from '@/app/_builder/builder-body';
import { visitStoreCommand } from '@/app/_builder/visit-command';
import { Visitors } from '@/app/_builder/visitors';
import { paths } from '@/lib/base/paths';

interface StorePageProps {
  searchParams: Promise<BuilderQuery>;
}

async function visit(searchParams: StorePageProps['searchParams']) {
  const commandId = commandIdIn(await searchParams);
  return commandId === null ? notFound() : visitStoreCommand(commandId);
}

export async function generateMetadata({ searchParams }: StorePageProps): Promise<Metadata> {
  return { title: (await visit(searchParams)).command.name };
}

/** A command of the store, for any visitor. */
export default async function StorePage({ searchParams }: StorePageProps) {
  const found = await visit(searchParams);
  const { commandId } = found.command;
  return (
    <Visitors signInPath={found.person === null ? paths.signIn(paths.storeBuilder(commandId)) : null}>
      <BuilderBody visit={found} />
    </Visitors>
  );
}
