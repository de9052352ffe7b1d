'use client';

import { Button, TextInput } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { type FormEvent, useId } from 'react';
import { Chip } from '@/components/ui/text/chip';
import { NoteItem, NoteList } from '@/components/ui/text/note-list';
import { counted } from '@/lib/base/text/counted';
import styles from './upload-panel.module.css';
import { type Uploaded, useBaseUrl } from './use-upload';

interface UploadedFileProps {
  orgId: string;
  row: Uploaded;
  onChange: (changed: Uploaded) => void;
  onChoose: () => void;
}

/** The outcome of one file and the next step: its error, its base URL, or its commands. */
export function UploadedFile({ orgId, row, onChange, onChoose }: UploadedFileProps) {
  const { filename, operations, skipped, ignoredMethods, notes, error } = row;
  return (
    <li className={styles.file}>
      <div className={styles.fileHead}>
        {error !== null ? (
          <IconCircleX className={styles.bad} size={16} stroke={1.75} aria-hidden />
        ) : row.baseUrlMissing ? (
          <IconAlertCircle className={styles.caution} size={16} stroke={1.75} aria-hidden />
        ) : (
          <IconCircleCheck className={styles.good} size={16} stroke={1.75} aria-hidden />
        )}
        <b className={styles.fileName} dir="auto">
          {filename}
        </b>
        {row.baseUrlMissing ? (
          <Chip kind="caution">Needs a base URL</Chip>
        ) : (
          error === null && <span className={styles.count}>{counted(operations, 'operation')}</span>
        )}
      </div>
      {error !== null ? (
        <p className={styles.fileError}>{error}</p>
      ) : row.baseUrlMissing ? (
        <BaseUrlStep orgId={orgId} row={row} onChange={onChange} />
      ) : (
        <Button variant="default" size="xs" onClick={onChoose} disabled={operations === 0}>
          Choose commands
        </Button>
      )}
      {skipped.length > 0 && (
        <NoteList title={`${counted(skipped.length, 'operation')} could not be imported`}>
          {skipped.map(({ operation, reason }) => (
            <NoteItem key={operation} where={operation}>
              {reason}
            </NoteItem>
          ))}
        </NoteList>
      )}
      {ignoredMethods.length > 0 && (
        <NoteList title={`${counted(ignoredMethods.length, 'operation')} with other methods left out`}>
          {ignoredMethods.map((each) => (
            <li key={each}>
              <code>{each}</code>
            </li>
          ))}
        </NoteList>
      )}
      {notes.length > 0 && (
        <NoteList title={counted(notes.length, 'note')}>
          {notes.map(({ where, message }) => (
            <NoteItem key={`${where} ${message}`} where={where}>
              {message}
            </NoteItem>
          ))}
        </NoteList>
      )}
    </li>
  );
}

function BaseUrlStep({ orgId, row, onChange }: Omit<UploadedFileProps, 'onChoose'>) {
  const form = useId();
  const { url, problem, isSaving, change, submit } = useBaseUrl(orgId, row, onChange);
  return (
    <form
      id={form}
      noValidate
      className={styles.baseUrl}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        label="Base URL"
        description={
          row.server === ''
            ? 'The file does not say where the API is.'
            : `The file says “${row.server}”, which isn’t a complete address.`
        }
        withAsterisk
        placeholder="https://api.example.com"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={url}
        error={problem === null ? undefined : problem}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" size="xs" loading={isSaving}>
        Save
      </Button>
    </form>
  );
}
