import { IconFlask } from '@tabler/icons-react';
import { Chip } from '@/components/ui/text/chip';
import { DEMO_WARNING } from './demo-warning';

/** Shows in the bar that this Pushboard is in demo mode; the sign-in page explains it in full. */
export function DemoChip() {
  return (
    <span role="note" aria-label={DEMO_WARNING} title={DEMO_WARNING}>
      <Chip kind="caution" icon={<IconFlask size={14} stroke={1.75} aria-hidden />}>
        Demo
      </Chip>
    </span>
  );
}
