'use client';

import { Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addingPanel } from '@/components/command/adding-panel';
import { breaksInWords } from '@/components/command/attention/breaks-in-words';
import { SourceIcon } from '@/components/command/source-icon';
import { hasCommands, useSourceKinds } from '@/components/command/source-kinds';
import { MenuStates } from '@/components/ui/menus/menu-states';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listCredentials } from '@/lib/contract/sources/credentials';
import { factsOfKind } from '@/lib/sources/source-kind';

/** The sources for new commands: existing connections, then the kinds that can be connected. */
export default function NewCommandItems({ orgId }: { orgId: string }) {
  const panels = useSidePanels();
  const credentials = useQuery({
    queryKey: queryKey(listCredentials, { params: { orgId }, query: {} }),
    queryFn: ({ signal }) => callApi(listCredentials, { params: { orgId }, query: {} }, { signal }),
  });
  const kinds = useSourceKinds();
  return (
    <>
      <Menu.Label>Existing connections</Menu.Label>
      <MenuStates
        query={credentials}
        failure="Error - Failed to get creds."
        otherItems={<KindItems isFirst={false} />}
      >
        {(found) => {
          const existing = found.filter((each) => hasCommands(each, factsOfKind(kinds, each.sourceKind)));
          const isFirst = existing.length === 0;
          return (
            <>
              {/* Not an item: the focus goes to the first of them, and can't go to a disabled one. */}
              {isFirst && (
                <Text size="sm" c="dimmed" px="sm" py={6}>
                  None yet
                </Text>
              )}
              {existing.map((credential) => (
                <Menu.Item
                  key={credential.credentialId}
                  leftSection={<SourceIcon kind={credential.sourceKind} />}
                  onClick={() =>
                    panels.push({
                      kind: 'sync',
                      credentialId: credential.credentialId,
                      staticCommandSourceId: null,
                    })
                  }
                >
                  {credential.name}
                  {credential.look !== null && credential.look.breakCount > 0 && (
                    <Text size="xs" c="dimmed">
                      {breaksInWords(credential.look.breakCount)}
                    </Text>
                  )}
                </Menu.Item>
              ))}
              <KindItems isFirst={isFirst} />
            </>
          );
        }}
      </MenuStates>
    </>
  );
}

/** The kinds of sources that can be connected, at once to those who have no source yet. */
function KindItems({ isFirst }: { isFirst: boolean }) {
  const [showsKinds, setShowsKinds] = useState(isFirst);
  const panels = useSidePanels();
  // A store of results has no commands.
  const addable = useSourceKinds().filter(({ addingWays }) => addingWays.length > 0);
  return (
    <>
      <Menu.Divider />
      {showsKinds ? (
        addable.map((kind) => (
          // Two kinds may have items of the same name.
          <fieldset key={kind.kind} aria-label={kind.label} style={{ display: 'contents' }}>
            <Menu.Label>{kind.label}</Menu.Label>
            {kind.addingWays.map((way) => (
              <Menu.Item
                key={way.label}
                leftSection={<SourceIcon kind={kind.kind} />}
                onClick={() => panels.push(addingPanel(kind.kind, way))}
              >
                {way.label}
              </Menu.Item>
            ))}
          </fieldset>
        ))
      ) : (
        <Menu.Item closeMenuOnClick={false} onClick={() => setShowsKinds(true)}>
          Connect a database or API
        </Menu.Item>
      )}
    </>
  );
}
