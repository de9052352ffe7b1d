'use client';

import type { SpotlightActionData } from '@mantine/spotlight';
import {
  IconAdjustments,
  IconCalendarPlus,
  IconPlayerPlay,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useFoundPeople } from '@/components/command/found-people';
import { Face } from '@/components/command/people-faces';
import { whyNotScheduled } from '@/components/command/why-not-scheduled';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { type SidePanels, useSidePanels } from '@/components/ui/panels/use-side-panels';
import { paths } from '@/lib/base/paths';
import { mayConfigure, mayPlace } from '@/lib/commands/rights';
import { jobPanel } from '@/lib/schedules/job-address';
import type { FrameOrg } from '../frame-props';
import { type PaletteCommand, usePaletteCommands } from './palette-actions';

interface Verb {
  word: string;
  Icon: TablerIcon;
  isFor(command: PaletteCommand, org: FrameOrg): boolean;
  /** Why the person can't do it, and whom to ask; null if they can. */
  whyNot?(command: PaletteCommand): string | null;
  act(command: PaletteCommand, org: FrameOrg, panels: SidePanels, go: (path: string) => void): void;
}

const isOwn = ({ orgId, ...command }: PaletteCommand, org: FrameOrg) =>
  mayPlace(command) && orgId === org.orgId;
const isConfigured = ({ orgId, ...command }: PaletteCommand, org: FrameOrg) =>
  mayConfigure(command) && orgId === org.orgId;

const verbs: readonly Verb[] = [
  {
    word: 'Run',
    Icon: IconPlayerPlay,
    isFor: () => true,
    act: ({ commandId }, { slug }, _panels, go) => go(paths.builder(slug, commandId)),
  },
  {
    word: 'Share',
    Icon: IconUserPlus,
    isFor: isOwn,
    act: ({ commandId }, _org, panels) => panels.push({ kind: 'share', commandId }),
  },
  {
    word: 'Configure',
    Icon: IconAdjustments,
    isFor: isConfigured,
    act: ({ commandId }, _org, panels) => panels.push({ kind: 'configure', commandId }),
  },
  {
    word: 'Schedule',
    Icon: IconCalendarPlus,
    isFor: (command, org) => command.hasAccess && command.orgId === org.orgId,
    whyNot: (command) => whyNotScheduled(command, command.engineers[0]?.name ?? null),
    act: ({ commandId }, _org, panels) => panels.push(jobPanel({ commandId, jobId: null, step: 'schedule' })),
  },
];

/** The fewest letters that stand for a verb. */
const FEWEST_LETTERS = 2;

/** What can be done with commands, once the search begins with the word for it: `share refund`. */
export function useVerbActions(org: FrameOrg | null, query: string): SpotlightActionData[] {
  const router = useRouter();
  const panels = useSidePanels();
  const { commands } = usePaletteCommands(org);
  const [first = ''] = query.trim().toLowerCase().split(/\s+/);
  if (org === null || first.length < FEWEST_LETTERS) return [];
  return verbs
    .filter(({ word }) => word.toLowerCase().startsWith(first))
    .flatMap(({ word, Icon, isFor, whyNot, act }) =>
      commands
        .filter((command) => isFor(command, org))
        .map((command) => {
          const reason = whyNot?.(command) ?? null;
          return {
            id: `${word}-${command.commandId}`,
            label: `${word} ${command.name}`,
            description: reason ?? command.folderName ?? '',
            leftSection: <Icon size={16} stroke={1.75} aria-hidden />,
            onClick: () => {
              if (reason === null) act(command, org, panels, (path) => router.push(path));
              else toast.info(reason);
            },
          };
        }),
    );
}

/** As many people as the palette has rows. */
const MOST_PEOPLE = 12;

/**
 * The people of the organization who match what was typed, to see what they have and what they ran. `isSettled` says
 * that everyone was looked for.
 */
export function usePeopleActions(org: FrameOrg | null, query: string) {
  const router = useRouter();
  const isWanted = org !== null && query.trim() !== '';
  const found = useFoundPeople(org?.orgId ?? '', query, { count: MOST_PEOPLE, isWanted });
  if (org === null || !isWanted) return { actions: [], isSettled: true, isFailed: false };
  const actions: SpotlightActionData[] = found.people.map((person) => ({
    id: `person-${person.userId}`,
    label: person.name,
    description: person.email ?? '',
    leftSection: <Face person={person} size={20} />,
    onClick: () => router.push(paths.member(org.slug, person.userId)),
  }));
  return { actions, isSettled: found.isSettled, isFailed: found.error !== null };
}
