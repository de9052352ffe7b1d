'use client';

import { useMantineColorScheme } from '@mantine/core';
import type { SpotlightActionData } from '@mantine/spotlight';
import {
  IconBuildingCommunity,
  IconDeviceDesktop,
  IconFolder,
  IconHelpCircle,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { SourceIcon } from '@/components/command/source-icon';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { libraryInput } from '@/lib/client/library-input';
import { queryKey } from '@/lib/client/query-keys';
import { apartCommands } from '@/lib/commands/tell-apart';
import { warningLabel } from '@/lib/commands/warning-tag';
import { listCommands } from '@/lib/contract/library/commands';
import { listFolders } from '@/lib/contract/library/folders';
import { listRecents } from '@/lib/contract/library/recents';
import type { ResponseOf } from '@/lib/contract/operation';
import type { FrameOrg } from '../frame-props';
import { orgPagesFor } from '../menus/org-pages';
import { pagesFor } from '../menus/pages';
import { useSignOut } from '../session/sign-out';
import { showKeys } from '../show-keys';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

export type PaletteCommand = ResponseOf<typeof listCommands>[number];

const noCommands: readonly PaletteCommand[] = [];

/** `isSettled` says that they have loaded, or couldn't be. */
export function usePaletteCommands(org: FrameOrg | null) {
  const input = libraryInput(org?.orgId ?? '', false);
  const { data, isPending, error } = useQuery({
    queryKey: queryKey(listCommands, input),
    queryFn: ({ signal }) => callApi(listCommands, input, { signal }),
    enabled: org !== null,
  });
  return {
    commands: data ?? noCommands,
    isSettled: org === null || !isPending,
    isFailed: data === undefined && error !== null,
  };
}

/** What can be found, once it has loaded: `isSettled` says that it has, or couldn't be. */
interface LoadedActions {
  actions: SpotlightActionData[];
  isSettled: boolean;
  isFailed: boolean;
}

/** Every command, by its name, source, folder, description, and tag. */
export function useCommandActions(org: FrameOrg | null): LoadedActions {
  const router = useRouter();
  const { commands, ...state } = usePaletteCommands(org);
  if (org === null) return { actions: [], ...state };
  const apart = apartCommands(commands);
  const actions = commands.map(
    ({ commandId, name, description, folderName, cloudName, sourceKind, template }) => ({
      id: `command-${commandId}`,
      label: name,
      description: apart.get(commandId) ?? folderName ?? description ?? '',
      keywords: [cloudName, folderName ?? '', description ?? '', warningLabel(template.warningTag)],
      leftSection: <SourceIcon kind={sourceKind} size={16} />,
      onClick: () => router.push(paths.builder(org.slug, commandId)),
    }),
  );
  return { actions, ...state };
}

const MOST_RECENTS = 5;

/** The commands that the person opened or shared most recently. */
export function useRecentActions(
  org: FrameOrg | null,
  userId: string,
  commands: readonly SpotlightActionData[],
): SpotlightActionData[] {
  const input = {
    params: { orgId: org?.orgId ?? '', userId },
    query: { filter: ['is_deleted:false'], sortDesc: 'last_viewed' },
  };
  const { data } = useQuery({
    queryKey: queryKey(listRecents, input),
    queryFn: ({ signal }) => callApi(listRecents, input, { signal }),
    enabled: org !== null,
  });
  const byId = new Map(commands.map((action) => [action.id, action]));
  return (data ?? [])
    .flatMap(({ commandId }) => byId.get(`command-${commandId}`) ?? [])
    .slice(0, MOST_RECENTS);
}

export function useFolderActions(org: FrameOrg | null): LoadedActions {
  const router = useRouter();
  const input = {
    params: { orgId: org?.orgId ?? '' },
    query: { sort: 'name', only: 'names' as const },
  };
  const { data, isPending, error } = useQuery({
    queryKey: queryKey(listFolders, input),
    queryFn: ({ signal }) => callApi(listFolders, input, { signal }),
    enabled: org !== null,
  });
  if (org === null) return { actions: [], isSettled: true, isFailed: false };
  const actions = (data ?? []).map(({ folderId, name }) => ({
    id: `folder-${folderId}`,
    label: name,
    leftSection: <IconFolder {...icon} />,
    onClick: () => router.push(paths.folder(org.slug, folderId)),
  }));
  return { actions, isSettled: !isPending, isFailed: data === undefined && error !== null };
}

/** Shares the subject of the page: a builder's command, or the library's open folder. */
export function useShareActions(): SpotlightActionData[] {
  const panels = useSidePanels();
  const page = usePathname().split('/')[2];
  const search = useSearchParams();
  const [what, id] =
    page === 'builder'
      ? ['command', search.get('id')]
      : page === 'commands'
        ? ['folder', search.get('folder')]
        : [];
  if (id == null || !/^\d+$/.test(id)) return [];
  const share = {
    id: 'share',
    label: `Share this ${what}`,
    keywords: 'access people groups',
    leftSection: <IconUserPlus {...icon} />,
    onClick: () =>
      panels.push(
        what === 'folder'
          ? { kind: 'share-folder', folderId: Number(id) }
          : { kind: 'share', commandId: Number(id) },
      ),
  };
  if (what === 'folder') return [share];
  const why = {
    id: 'why',
    label: 'Why can someone run this?',
    keywords: 'access grants',
    leftSection: <IconHelpCircle {...icon} />,
    onClick: () => panels.push({ kind: 'why', commandId: Number(id), userId: null }),
  };
  return [share, why];
}

export function useOtherActions(org: FrameOrg | null) {
  const router = useRouter();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const places: SpotlightActionData[] = [
    ...(org === null
      ? []
      : [...pagesFor(org), ...orgPagesFor(org)].map(({ name, path, Icon }) => ({
          id: `page-${name}`,
          label: name,
          ...(name === 'Organization users' && {
            keywords: 'settings edit organization members groups invite sign-in retention',
          }),
          leftSection: <Icon {...icon} />,
          onClick: () => router.push(path(org.slug)),
        }))),
    {
      id: 'orgs',
      label: 'All my organizations',
      leftSection: <IconBuildingCommunity {...icon} />,
      onClick: () => router.push(paths.orgs),
    },
  ];
  const actions: SpotlightActionData[] = [
    {
      id: 'light',
      label: 'Light',
      keywords: 'theme colors',
      leftSection: <IconSun {...icon} />,
      onClick: () => setColorScheme('light'),
    },
    {
      id: 'dark',
      label: 'Dark',
      keywords: 'theme colors',
      leftSection: <IconMoon {...icon} />,
      onClick: () => setColorScheme('dark'),
    },
    {
      id: 'system',
      label: 'Use system appearance',
      keywords: 'theme colors',
      leftSection: <IconDeviceDesktop {...icon} />,
      onClick: () => setColorScheme('auto'),
    },
    {
      id: 'keys',
      label: 'Keyboard shortcuts',
      leftSection: <IconKeyboard {...icon} />,
      onClick: () => void showKeys(),
    },
    { id: 'logout', label: 'Log out', leftSection: <IconLogout {...icon} />, onClick: signOut },
  ];
  return { places, actions };
}
