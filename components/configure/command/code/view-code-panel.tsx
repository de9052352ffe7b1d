'use client';

import { Button, SegmentedControl, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { QueryState } from '@/components/ui/feedback/query-state';
import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { copyText } from '@/components/ui/text/copy-text';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readCode } from '@/lib/contract/command/view-code';
import type { ResponseOf } from '@/lib/contract/operation';
import type { Mark } from './code-view';
import styles from './view-code-panel.module.css';

type Code = ResponseOf<typeof readCode>;

const codeView = fetchedPart(() => import('./code-view'));

/** The script of a command, with the lines that ask for its inputs, and what changed since they were read. */
export function ViewCodePanel({ orgId, commandId }: { orgId: string } & PanelParams<'view-code'>) {
  const panels = useSidePanels();
  const input = { params: { orgId, kitId: commandId } };
  const code = useQuery({
    queryKey: queryKey(readCode, input),
    queryFn: ({ signal }) => callApi(readCode, input, { signal }),
  });
  const text = code.data?.read ?? code.data?.current;
  return (
    <SidePanel
      title="View script"
      context={code.data?.path}
      isWide
      footer={
        <>
          <Button variant="default" onClick={panels.pop}>
            Back
          </Button>
          <Button
            disabled={text == null}
            onClick={() => text != null && void copyText(text, 'Script copied to clipboard')}
          >
            Copy
          </Button>
        </>
      }
    >
      <QueryState query={code} loading={<LinesSkeleton lines={8} />}>
        {(found) => <Script code={found} />}
      </QueryState>
    </SidePanel>
  );
}

function Script({ code }: { code: Code }) {
  const { path, language, url, read, current, marks, messages } = code;
  const isChanged = read !== null && current !== null && read !== current;
  const [shown, setShown] = useState('read');
  const [at, setAt] = useState<number | null>(null);
  const isComparing = isChanged && shown === 'changes';
  const text = (isComparing ? current : read) ?? current;
  const own = useMemo(() => linesOf(marks.filter((mark) => mark.path === path)), [marks, path]);
  const elsewhere = marks.filter((mark) => mark.path !== path);
  if (text === null)
    return (
      <p className={styles.said}>
        Pushboard can't show this script: it was removed from the repository, or it is too large.
      </p>
    );
  const label = `Script ${path}`;
  const plain = (
    <pre className={styles.plain} tabIndex={0}>
      {text}
    </pre>
  );
  return (
    <div className={styles.script}>
      <div className={styles.head}>
        {isChanged && (
          <SegmentedControl
            aria-label="What is shown"
            data={[
              { value: 'read', label: 'As the inputs were read' },
              { value: 'changes', label: 'What changed since' },
            ]}
            value={shown}
            onChange={setShown}
          />
        )}
        {url !== '' && (
          <a href={url} target="_blank" rel="noreferrer">
            Open in GitHub
          </a>
        )}
      </div>
      {isChanged && (
        <p className={styles.said}>
          The script has changed since its inputs were read. Sync the command to read it again.
        </p>
      )}
      {current === null && <p className={styles.said}>The script was removed from the repository.</p>}
      <Fetched
        part={codeView}
        props={{
          label,
          language,
          text,
          before: isComparing ? read : null,
          marks: isComparing ? [] : own,
          at: isComparing ? null : at,
        }}
        fallback={plain}
      />
      {!isComparing && own.length > 0 && (
        <Places
          title="Inputs"
          places={own.map(({ line, keys }) => ({ line, text: keys.join(', ') }))}
          onChoose={setAt}
        />
      )}
      {!isComparing && messages.length > 0 && (
        <Places
          title="Not understood"
          places={messages.map(({ line, message }) => ({ line, text: message }))}
          onChoose={setAt}
        />
      )}
      {elsewhere.length > 0 && (
        <>
          <h3 className={styles.title}>Inputs of other files</h3>
          <ul className={styles.places}>
            {elsewhere.map(({ key, path: file, line }) => (
              <li key={key}>
                {key}: {file}, line {line}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface PlacesProps {
  title: string;
  places: readonly { line: number; text: string }[];
  onChoose: (line: number) => void;
}

/** Lines of the script, to scroll to. */
function Places({ title, places, onChoose }: PlacesProps) {
  return (
    <>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.places} aria-label={title}>
        {places.map(({ line, text }) => (
          <li key={`${line} ${text}`}>
            <UnstyledButton className={styles.place} onClick={() => onChoose(line)}>
              <span className={styles.line}>line {line}</span> {text}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The keys by the line that asks for them. */
function linesOf(marks: readonly { key: string; line: number }[]): Mark[] {
  const lines = new Map<number, string[]>();
  for (const { key, line } of marks) lines.set(line, [...(lines.get(line) ?? []), key]);
  return [...lines].map(([line, keys]) => ({ line, keys })).sort((a, b) => a.line - b.line);
}
