import { ActionIcon, Select, Stack, Switch, TextInput, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconEyeOff,
  IconLock,
} from '@tabler/icons-react';
import { useId } from 'react';
import { Chip } from '@/components/ui/text/chip';
import {
  detailHelp,
  isFormatDetail,
  needsDetail,
  type OutputColumn,
  type OutputFormat,
} from '@/lib/outputs/output-column';
import { formatWords } from '@/lib/outputs/output-words';
import styles from './output.module.css';
import type { OutputEntry } from './output-entries';

interface OutputRowProps {
  entry: OutputEntry;
  isOpen: boolean;
  isFirst: boolean;
  isLast: boolean;
  onToggle: () => void;
  onMove: (by: 1 | -1) => void;
  onSet: (changes: Partial<OutputColumn>) => void;
  onMask: (isMasked: boolean) => void;
}

const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

/** One column or field; open, it has its settings. */
export function OutputRow({
  entry,
  isOpen,
  isFirst,
  isLast,
  onToggle,
  onMove,
  onSet,
  onMask,
}: OutputRowProps) {
  const { setting, type, isPresent, isMasked, isCovered, isShownInTable } = entry;
  const body = useId();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const name = setting.path === '' ? '(no name)' : setting.path;
  return (
    <li>
      <div className={styles.row}>
        <UnstyledButton
          className={styles.head}
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={onToggle}
        >
          <Chevron size={16} stroke={1.75} aria-hidden />
          <span className={styles.names}>
            <span className={styles.path}>{name}</span>
            <span className={styles.fact}>
              {[
                setting.name,
                type === '' ? 'not seen in a result' : type,
                isPresent || type === '' ? null : 'not in the last result',
              ]
                .filter((part) => part !== null)
                .join(' · ')}
            </span>
          </span>
          {setting.format !== null && <Chip>{formatWords[setting.format]}</Chip>}
          {setting.isHidden && <Chip icon={<IconEyeOff {...icon} />}>Hidden</Chip>}
          {(isMasked || isCovered) && <Chip icon={<IconLock {...icon} />}>Masked</Chip>}
        </UnstyledButton>
        {isShownInTable && (
          <span className={styles.moves}>
            <ActionIcon aria-label={`Move ${name} up`} disabled={isFirst} onClick={() => onMove(-1)}>
              <IconArrowUp {...icon} />
            </ActionIcon>
            <ActionIcon aria-label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
              <IconArrowDown {...icon} />
            </ActionIcon>
          </span>
        )}
      </div>
      {isOpen && (
        <Stack id={body} className={styles.settings} gap="sm">
          {isShownInTable && (
            <>
              <TextInput
                label="Name for people"
                placeholder={setting.path}
                maxLength={200}
                value={setting.name ?? ''}
                onChange={(event) =>
                  onSet({ name: event.currentTarget.value === '' ? null : event.currentTarget.value })
                }
              />
              <FormatFields setting={setting} onSet={onSet} />
              <Switch
                label="Hidden"
                description="People can show it in the results with Columns. To keep values from people, mask them."
                checked={setting.isHidden}
                onChange={(event) => onSet({ isHidden: event.currentTarget.checked })}
              />
            </>
          )}
          <Switch
            label="Masked"
            description={
              isCovered
                ? 'Another mask, whose path ends this one, covers it.'
                : 'Values read •••••• on the page, in downloads, and for programs. Only those who may reveal masked values see them, one by one. Runs that start while this is on stay masked.'
            }
            checked={isMasked || isCovered}
            disabled={isCovered}
            onChange={(event) => onMask(event.currentTarget.checked)}
          />
        </Stack>
      )}
    </li>
  );
}

const AS_IT_IS = 'none';
const details: Readonly<Partial<Record<OutputFormat, { label: string; placeholder: string }>>> = {
  money: { label: 'Currency', placeholder: 'Such as EUR' },
  number: { label: 'Decimals', placeholder: 'As many as there are' },
  link: { label: 'Address', placeholder: 'The value itself' },
};

function FormatFields({ setting, onSet }: Pick<OutputRowProps, 'onSet'> & { setting: OutputColumn }) {
  const { format, detail } = setting;
  const about = format === null ? undefined : details[format];
  const isMissing = needsDetail(format) && detail === null;
  const isValid = isFormatDetail(format, detail) && !isMissing;
  return (
    <>
      <Select
        label="Format"
        allowDeselect={false}
        data={[
          { value: AS_IT_IS, label: 'As it is' },
          ...Object.entries(formatWords).map(([value, label]) => ({ value, label })),
        ]}
        value={format ?? AS_IT_IS}
        onChange={(chosen) =>
          onSet({
            format: chosen === null || chosen === AS_IT_IS ? null : (chosen as OutputFormat),
            detail: null,
          })
        }
      />
      {format !== null && about !== undefined && (
        <TextInput
          label={about.label}
          required={needsDetail(format)}
          placeholder={about.placeholder}
          maxLength={500}
          spellCheck={false}
          value={detail ?? ''}
          error={isValid ? undefined : detailHelp[format]}
          description={format === 'link' ? 'In it, {value} becomes the value.' : undefined}
          onChange={(event) =>
            onSet({ detail: event.currentTarget.value === '' ? null : event.currentTarget.value })
          }
        />
      )}
    </>
  );
}
