'use client';

import { python } from '@codemirror/lang-python';
import {
  defaultHighlightStyle,
  HighlightStyle,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { r } from '@codemirror/legacy-modes/mode/r';
import { unifiedMergeView } from '@codemirror/merge';
import { useComputedColorScheme } from '@mantine/core';
import CodeMirror, {
  Decoration,
  EditorState,
  EditorView,
  type ReactCodeMirrorRef,
  Text,
  WidgetType,
} from '@uiw/react-codemirror';
import { getNonce } from 'get-nonce';
import { useEffect, useMemo, useRef } from 'react';
import styles from './code-view.module.css';

/** A line that asks for inputs. */
export interface Mark {
  line: number;
  keys: readonly string[];
}

export interface CodeViewProps {
  label: string;
  language: string;
  text: string;
  /** The version before, to show what changed; null to show the text as it is. */
  before: string | null;
  marks: readonly Mark[];
  /** The line to scroll to; null for the first. */
  at: number | null;
}

const languages: Readonly<Record<string, () => ReturnType<typeof python> | StreamLanguage<unknown>>> = {
  python,
  r: () => StreamLanguage.define(r),
};

/** The editor's own colors, but for the orange of texts with values in them, which is too pale on white. */
const light = syntaxHighlighting(
  HighlightStyle.define(
    defaultHighlightStyle.specs.map((spec) => (spec.color === '#e40' ? { ...spec, color: '#a11' } : spec)),
  ),
);

/** Code to read, with its syntax colored and the lines marked that ask for inputs. */
export default function CodeView({ label, language, text, before, marks, at }: CodeViewProps) {
  const scheme = useComputedColorScheme('light');
  const editor = useRef<ReactCodeMirrorRef>(null);
  const extensions = useMemo(
    () => [
      languages[language]?.() ?? [],
      scheme === 'light' ? light : [],
      EditorState.readOnly.of(true),
      EditorView.lineWrapping,
      EditorView.cspNonce.of(getNonce() ?? ''),
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
      EditorView.decorations.of(marked(text, marks)),
      before === null
        ? []
        : unifiedMergeView({
            original: before,
            mergeControls: false,
            collapseUnchanged: { margin: 3, minSize: 6 },
          }),
    ],
    [label, language, text, before, marks, scheme],
  );
  useEffect(() => {
    const view = editor.current?.view;
    if (view === undefined || at === null || at > view.state.doc.lines) return;
    const { from } = view.state.doc.line(at);
    view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'center' }), selection: { anchor: from } });
  }, [at]);
  return (
    <CodeMirror
      // Another version is another document.
      key={String(before === null)}
      ref={editor}
      className={styles.view}
      value={text}
      theme={scheme}
      maxHeight="62vh"
      indentWithTab={false}
      basicSetup={{
        lineNumbers: true,
        foldGutter: false,
        highlightActiveLine: false,
        highlightActiveLineGutter: false,
        autocompletion: false,
      }}
      extensions={extensions}
    />
  );
}

function marked(text: string, marks: readonly Mark[]) {
  const doc = Text.of(text.split('\n'));
  return Decoration.set(
    marks
      .filter(({ line }) => line >= 1 && line <= doc.lines)
      .flatMap(({ line, keys }) => {
        const { from, to } = doc.line(line);
        return [
          Decoration.line({ class: styles.marked ?? '' }).range(from),
          Decoration.widget({ widget: new KeyWidget(keys.join(', ')), side: 1 }).range(to),
        ];
      }),
    true,
  );
}

/** The inputs that a line asks for, behind it. */
class KeyWidget extends WidgetType {
  constructor(private readonly keys: string) {
    super();
  }

  override eq(other: KeyWidget): boolean {
    return other.keys === this.keys;
  }

  toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = styles.keys ?? '';
    element.textContent = this.keys;
    return element;
  }
}
