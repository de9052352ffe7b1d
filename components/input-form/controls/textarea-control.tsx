import { ActionIcon, Textarea } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useRef } from 'react';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import { heldText } from '@/lib/base/exact-mark';
import { cellText } from '@/lib/results/table/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';
import { useRecentTexts } from '../recent-values';

const earlierPart = fetchedPart(() => import('./earlier-texts'));

/** Text that may have several lines; it grows with its content. What was entered before is offered in a menu. */
export default function TextareaControl(props: ControlProps) {
  const { input, value, isInvalid, onChange, onBlur } = props;
  const earlier = useRef<HTMLButtonElement>(null);
  const texts = useRecentTexts(input.key)?.texts ?? [];
  return (
    <Textarea
      {...stateAttributes(props)}
      error={isInvalid}
      autosize
      minRows={1}
      maxRows={12}
      placeholder={placeholderOf(props)}
      value={cellText(value ?? null)}
      onChange={(event) => onChange(heldText(event.currentTarget.value) || undefined)}
      onBlur={onBlur}
      onKeyDown={({ altKey, key }) => {
        if (altKey && key === 'ArrowDown') earlier.current?.click();
      }}
      rightSectionProps={{ style: { alignItems: 'flex-start', paddingTop: 4 } }}
      rightSection={
        texts.length === 0 ? null : (
          <MenuOnDemand
            width={320}
            items={earlierPart}
            itemProps={{ texts, onChoose: onChange }}
            target={
              <ActionIcon
                ref={earlier}
                size={28}
                variant="subtle"
                color="gray"
                aria-label="Earlier values"
                title="Earlier values (Alt+↓)"
                // Tab goes from field to field, as it does where there are no earlier values.
                tabIndex={-1}
              >
                <IconHistory size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            }
          />
        )
      }
    />
  );
}
