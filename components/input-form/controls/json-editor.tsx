'use client';

import { Textarea } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './code-editor';
import styles from './controls.module.css';
import { rowsFor } from './editor-rows';

const CodeEditor = lazy(() => import('./code-editor'));

/** An editor for JSON that marks what is wrong with it. Until its code is there, a plain text box. */
export function JsonEditor(props: CodeEditorProps) {
  const isMounted = useMounted();
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
  if (!isMounted) return plain;
  return (
    <Suspense fallback={plain}>
      <CodeEditor {...props} />
    </Suspense>
  );
}
