import { Skeleton, Stack } from '@mantine/core';

const WIDTHS = ['72%', '94%', '58%', '86%', '66%', '90%', '48%', '78%'];

/** Placeholders for lines of text. */
export function LinesSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <Stack gap={12} aria-hidden>
      {WIDTHS.slice(0, lines).map((width) => (
        <Skeleton key={width} height={12} width={width} radius="xs" />
      ))}
    </Stack>
  );
}
