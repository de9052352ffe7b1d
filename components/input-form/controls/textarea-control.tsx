import { ActionIcon, Textarea } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useRef } from 'react';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import { heldText } from '@/lib/base/exact-mark';
import { cellText } from '@/lib/results/table/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';
import { useRecentTexts } from '../recent-values';
import { SENDS } from '../state/send-form';

const earlierPart = fetchedPart(() => import('./earlier-texts'));

/**
 * Text that may have several lines; it grows with its content. Until it has more than one, Enter sends the form, and
 * Shift-Enter begins the second. What was entered before is offered in a menu, which the
 * down arrow opens: Tab leads to the next field, as from fields of one line.
 */
export default function TextareaControl(props: ControlProps) {
  const { input, value, isInvalid, onChange, onBlur } = props;
  const texts = useRecentTexts(input.key)?.texts ?? [];
  const menuButton = useRef<HTMLButtonElement>(null);
  const text = cellText(value ?? null);
  const isEmpty = text === '';
  const hasLines = text.includes('\n');
  return (
    <Textarea
      {...stateAttributes(props)}
      {...(hasLines ? {} : SENDS)}
      aria-keyshortcuts={texts.length === 0 ? undefined : 'Alt+ArrowDown'}
      onKeyDown={(event) => {
        if (menuButton.current === null || event.key !== 'ArrowDown' || !(isEmpty || event.altKey)) return;
        event.preventDefault();
        menuButton.current.click();
      }}
      error={isInvalid}
      autosize
      minRows={1}
      maxRows={12}
      placeholder={placeholderOf(props)}
      value={text}
      onChange={(event) => onChange(heldText(event.currentTarget.value) || undefined)}
      onBlur={onBlur}
      rightSectionProps={{ style: { alignItems: 'flex-start', paddingTop: 4 } }}
      rightSection={
        texts.length === 0 ? null : (
          <MenuOnDemand
            width={320}
            items={earlierPart}
            itemProps={{ texts, onChoose: onChange }}
            target={
              <ActionIcon
                ref={menuButton}
                size={28}
                variant="subtle"
                color="gray"
                tabIndex={-1}
                aria-label="Earlier values"
                title="Earlier values (Alt+↓)"
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
