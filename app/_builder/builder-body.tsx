import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { RecordView } from '@/components/builder/record-view';
import Markdown from '@/components/ui/text/markdown';
import { BuilderPage } from './builder-page';
import type { CommandVisit } from './visit-command';

/** A builder with the data of its visit. */
export function BuilderBody({ visit }: { visit: CommandVisit }) {
  const { queryClient, command, person, orgSlug, description } = visit;
  const { orgId, commandId } = command;
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      {person !== null && <RecordView orgId={orgId} commandId={commandId} userId={person.userId} />}
      <BuilderPage
        orgId={orgId}
        orgSlug={orgSlug}
        commandId={commandId}
        isMember={person?.memberships.some((membership) => membership.orgId === orgId) ?? false}
        person={person === null ? null : { userId: person.userId, name: person.name, email: person.email }}
        drawnDescription={{ text: description, node: <Markdown>{description}</Markdown> }}
      />
    </HydrationBoundary>
  );
}
