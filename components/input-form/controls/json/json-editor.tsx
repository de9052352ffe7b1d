'use client';

import { Textarea } from '@mantine/core';
import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';
import styles from '../controls.module.css';
import type { CodeEditorProps } from './code-editor';
import { rowsFor } from './editor-rows';

const codeEditor = fetchedPart(() => import('./code-editor'));

/** An editor for JSON that marks errors. Until its code has loaded, a plain text box. */
export function JsonEditor(props: CodeEditorProps) {
  const { text, onChange, onBlur, isInvalid, rows, label, placeholder, ...attributes } = props;
  const plain = (
    <Textarea
      {...attributes}
      aria-label={label}
      classNames={{ input: styles.plainEditor }}
      error={isInvalid}
      rows={rowsFor(text, rows)}
      spellCheck={false}
      placeholder={placeholder}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
  return <Fetched part={codeEditor} props={props} fallback={plain} />;
}
