'use client';

import { json, jsonParseLinter } from '@codemirror/lang-json';
import { linter } from '@codemirror/lint';
import { useComputedColorScheme } from '@mantine/core';
import CodeMirror, { EditorView } from '@uiw/react-codemirror';
import { getNonce } from 'get-nonce';
import { useMemo } from 'react';
import styles from './code-editor.module.css';
import { LEAST_ROWS } from './editor-rows';

export interface CodeEditorProps {
  id?: string;
  label?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  'aria-required'?: boolean | undefined;
  text: string;
  placeholder?: string;
  /** How many lines are visible before it scrolls; it grows up to that. */
  rows: number;
  isInvalid: boolean;
  onChange: (text: string) => void;
  onBlur?: () => void;
}

/** The same as in the plain box shown first: nothing may jump when this replaces it. */
const LINE_PX = 18;
const PADDING_PX = 8;
const checks = linter((view) => (view.state.doc.length === 0 ? [] : jsonParseLinter()(view)));

/** JSON with its syntax colored, brackets matched, and errors marked where they are. Tab leaves it. */
export default function CodeEditor(props: CodeEditorProps) {
  const { id, label, text, placeholder, rows, isInvalid, onChange, onBlur } = props;
  const scheme = useComputedColorScheme('light');
  const labelledBy = props['aria-labelledby'];
  const describedBy = props['aria-describedby'];
  const isRequired = props['aria-required'] === true;
  const extensions = useMemo(
    () => [
      json(),
      checks,
      EditorView.lineWrapping,
      EditorView.cspNonce.of(getNonce() ?? ''),
      EditorView.contentAttributes.of({
        ...(id === undefined ? {} : { id }),
        ...(label === undefined ? {} : { 'aria-label': label }),
        ...(labelledBy === undefined ? {} : { 'aria-labelledby': labelledBy }),
        ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        ...(isRequired ? { 'aria-required': 'true' } : {}),
      }),
    ],
    [id, label, labelledBy, describedBy, isRequired],
  );
  return (
    <CodeMirror
      className={styles.editor}
      data-invalid={isInvalid || undefined}
      value={text}
      {...(placeholder === undefined ? {} : { placeholder })}
      theme={scheme}
      minHeight={`${LEAST_ROWS * LINE_PX + PADDING_PX}px`}
      maxHeight={`${rows * LINE_PX + PADDING_PX}px`}
      indentWithTab={false}
      basicSetup={{
        lineNumbers: false,
        foldGutter: true,
        highlightActiveLine: false,
        highlightActiveLineGutter: false,
        autocompletion: false,
      }}
      extensions={extensions}
      onChange={onChange}
      {...(onBlur === undefined ? {} : { onBlur })}
    />
  );
}
