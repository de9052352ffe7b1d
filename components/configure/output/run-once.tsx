import { Button, Group } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useParams } from 'next/navigation';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { paths } from '@/lib/base/paths';
import type { Command } from '../panel/use-configure';

interface RunOnceProps {
  command: Command;
  isLooking: boolean;
  /** Looks for a result again. */
  onLook: () => void;
}

/** A command whose results are unknown yet: run it, and look again. */
export function RunOnce({ command, isLooking, onLook }: RunOnceProps) {
  const { orgSlug } = useParams<{ orgSlug?: string }>();
  return (
    <EmptyNotice
      icon={<IconTable size={22} stroke={1.75} />}
      title="Not run yet"
      action={
        <Group gap="sm" justify="center">
          {orgSlug !== undefined && (
            <Button
              component="a"
              href={paths.builder(decodeURIComponent(orgSlug), command.commandId)}
              target="_blank"
            >
              Run once in new tab
            </Button>
          )}
          <Button variant="default" loading={isLooking} onClick={onLook}>
            Refresh
          </Button>
        </Group>
      }
    >
      The columns and fields of its results appear here after its first successful run.
    </EmptyNotice>
  );
}
