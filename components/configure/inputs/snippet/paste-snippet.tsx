'use client';

import { Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Command } from '@/components/configure/panel/use-configure';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { MOST_SNIPPET_CHARACTERS } from '@/lib/contract/command/snippets';
import styles from './snippet.module.css';
import { type Snippet, useReadSnippet } from './use-snippet';

interface PasteSnippetProps {
  command: Command;
  tabs: ReactNode;
  code: string;
  onChange: (code: string) => void;
  onFound: (found: Snippet) => void;
}

const FORM = 'paste-snippet';

/** R code whose inputs are read from it. */
export function PasteSnippet({ command, tabs, code, onChange, onFound }: PasteSnippetProps) {
  const read = useReadSnippet(command);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return setProblem('Paste your R code first.');
    read.mutate(code, {
      onSuccess: (found) => {
        if (found.inputs.length > 0) return onFound(found);
        const [first] = found.messages;
        setProblem(
          first === undefined
            ? 'There is nothing in this code to fill in.'
            : `Line ${first.line}: ${first.message}`,
        );
      },
      onError: (error) => toast.failure('Parse failed – check your snippet', error),
    });
  };
  return (
    <SidePanel
      title="Add input"
      context={command.name}
      footer={<FormFooter form={FORM} label="Parse" isPending={read.isPending} />}
    >
      {tabs}
      <form id={FORM} noValidate onSubmit={submit}>
        <Textarea
          label="R code"
          description="What it reads becomes inputs: options, arguments, variables of the environment, values at the top. It is only read, never run."
          classNames={{ input: styles.code ?? '' }}
          autosize
          minRows={12}
          maxRows={28}
          maxLength={MOST_SNIPPET_CHARACTERS}
          spellCheck={false}
          autoComplete="off"
          value={code}
          error={problem}
          onChange={(event) => {
            setProblem(null);
            onChange(event.currentTarget.value);
          }}
        />
      </form>
      {read.error !== null && <ErrorNotice error={read.error} />}
    </SidePanel>
  );
}
