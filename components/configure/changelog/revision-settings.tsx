import { memo } from 'react';
import { useDrawn } from '@/components/ui/loading/use-drawn';
import type { JsonValue } from '@/lib/base/json';
import { commandSettings } from '@/lib/settings/command-settings';
import { toldDecoration } from '@/lib/settings/decorations';
import { inputSettings } from '@/lib/settings/input-settings';
import type { Setting } from '@/lib/settings/setting';
import { buttonWords, commandWords } from '../decorations/decoration-words';
import { differenceValue, type KnownNames } from './difference-words';
import styles from './revision-view.module.css';
import { useKnownNames } from './use-known-names';
import type { Revision } from './use-revisions';

interface RevisionSettingsProps {
  orgId: string;
  revision: Revision;
}

/** Hundreds of inputs at once would make the page stop for a moment. */
const INPUTS_AT_ONCE = 12;

/** Everything that was set of a command, and of its inputs. Choosing another revision to compare with doesn't draw it. */
export const RevisionSettings = memo(function RevisionSettings({ orgId, revision }: RevisionSettingsProps) {
  const names = useKnownNames(orgId);
  const drawn = useDrawn(revision.inputs.length, INPUTS_AT_ONCE);
  return (
    <section aria-label="All settings">
      <h3 className={styles.heading}>All settings</h3>
      <SettingList settings={commandSettings} values={revision.settings} inputKey={null} names={names} />
      {revision.headers.length > 0 && (
        <dl className={styles.settings}>
          <dt>HTTP headers</dt>
          <dd>{revision.headers.join(', ')}</dd>
        </dl>
      )}
      <KeptDecorations revision={revision} />
      {revision.inputs.slice(0, drawn).map((input) => (
        <InputSection key={input.key} input={input} names={names} />
      ))}
    </section>
  );
});

const InputSection = memo(function InputSection({
  input,
  names,
}: {
  input: Revision['inputs'][number];
  names: KnownNames;
}) {
  return (
    <section aria-label={`Input ${input.key}`} className={styles.input}>
      <h4 className={styles.heading}>
        {input.key} · {input.typeId}
      </h4>
      <SettingList settings={inputSettings} values={input} inputKey={input.key} names={names} />
    </section>
  );
});

/** Its buttons and its error jump. */
function KeptDecorations({ revision: { decorations = [], errorTarget = null } }: { revision: Revision }) {
  if (decorations.length === 0 && errorTarget === null) return null;
  return (
    <dl className={styles.settings}>
      {decorations.map((decoration) => [
        <dt key={`${decoration.decorationId} label`}>
          {decoration.kind === 'row' ? 'Row button' : 'Object button'}
        </dt>,
        <dd key={decoration.decorationId}>{buttonWords(toldDecoration(decoration))}</dd>,
      ])}
      {errorTarget !== null && [
        <dt key="jump label">Button on errors</dt>,
        <dd key="jump">{commandWords(errorTarget)}</dd>,
      ]}
    </dl>
  );
}

interface SettingListProps {
  settings: Readonly<Record<string, Setting>>;
  values: Readonly<Record<string, JsonValue | undefined>>;
  inputKey: string | null;
  names: KnownNames;
}

/** Those that people set, as far as the revision knows of them. */
function SettingList({ settings, values, inputKey, names }: SettingListProps) {
  return (
    <dl className={styles.settings}>
      {Object.entries(settings).map(([key, { label, wire, sent }]) => {
        const value = values[key];
        if (sent === null || value === undefined) return null;
        const told = { inputKey, setting: wire, before: value, after: value };
        return [
          <dt key={`${key} label`}>{label}</dt>,
          <dd key={key}>{differenceValue(told, value, names)}</dd>,
        ];
      })}
    </dl>
  );
}
