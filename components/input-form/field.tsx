import { IconLock } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import type { CSSProperties, ReactNode, Ref } from 'react';
import { servedPart } from '@/components/ui/loading/served-part';
import type { Input } from '@/lib/inputs/input';
import { hasSealedDefault } from '@/lib/inputs/secret-values';
import { defaultText } from '@/lib/results/table/default-text';
import { isYesNo } from './control-kind';
import styles from './field.module.css';
import type { Place } from './state/form-rows';

/** Forms that have such inputs fetch its code. */
const FieldTooltip = servedPart(
  dynamic(() => import('./field-tooltip')),
  () => import('./field-tooltip'),
);

/** The columns of two fields in a row. */
const HALF = 6;

interface FieldProps extends Place {
  input: Input;
  name: string;
  controlId: string;
  labelId: string;
  helpId: string;
  isFixed?: boolean;
  /** What is chosen of the field itself, at the right of its name. */
  choice?: ReactNode;
  /** The error; it replaces the help text, so that the form doesn't jump. */
  error: string | undefined;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** One input of the form: label, control, and one line of help or error below it. */
export function Field({
  input,
  name,
  controlId,
  labelId,
  helpId,
  span,
  startsRow,
  isFixed,
  choice,
  error,
  ref,
  children,
}: FieldProps) {
  const help = helpOf(input);
  const isFilledIn = input.useDefaultValue && hasSealedDefault(input);
  const isRequired = input.defaultAmbiguousInput === 'required' && !isFilledIn;
  return (
    <div
      ref={ref}
      className={styles.field}
      style={{ '--span': span } as CSSProperties}
      data-starts-row={startsRow || undefined}
      data-is-narrow={span < HALF || undefined}
      data-field={input.key}
    >
      <div className={styles.head} data-field-head>
        <label
          className={styles.label}
          id={labelId}
          htmlFor={controlId}
          title={`${input.key} ${input.type.typeId}`}
        >
          {name}
          {isRequired && isFixed !== true && (
            <span className={styles.required} aria-hidden>
              *
            </span>
          )}
        </label>
        {isFixed === true && <IconLock className={styles.icon} size={14} stroke={1.75} aria-hidden />}
        {input.tooltip !== null && input.tooltip !== '' && <FieldTooltip name={name} text={input.tooltip} />}
        {choice !== undefined && <div className={styles.choice}>{choice}</div>}
      </div>
      {input.componentWidth === null ? (
        children
      ) : (
        <div style={{ maxWidth: input.componentWidth }}>{children}</div>
      )}
      <div id={helpId} className={styles.help} data-error={error !== undefined || undefined}>
        {error ?? help}
      </div>
    </div>
  );
}

function helpOf(input: Input): string | null {
  const parts = [input.note, defaultHelp(input)];
  return parts.filter((part) => part !== null && part !== '').join(' · ') || null;
}

/** The default that the source uses if the input is left out; a filled-in default needs no note. */
function defaultHelp(input: Input): string | null {
  if (!input.locked && input.variable === null && hasSealedDefault(input)) {
    return input.useDefaultValue ? 'Leave empty to use the saved value.' : null;
  }
  // The third choice of Yes and No says it.
  if (isYesNo(input.type) && input.defaultAmbiguousInput === 'omit') return null;
  const text = defaultText(input);
  return text === null ? null : `Default: ${text}`;
}
