import { Skeleton, Stack } from '@mantine/core';

const LABEL_WIDTHS = [110, 84, 132, 96, 120, 90];

/** Placeholders for the fields of a form. */
export function FieldsSkeleton({ fields = 3 }: { fields?: number }) {
  return (
    <Stack aria-hidden>
      {LABEL_WIDTHS.slice(0, fields).map((width) => (
        <div key={width}>
          <Skeleton height={12} width={width} radius="xs" />
          <Skeleton height={34} radius="md" mt={8} />
        </div>
      ))}
    </Stack>
  );
}
