'use client';

import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import Link from 'next/link';
import type { z } from 'zod';
import { LinkButton } from '@/components/ui/layout/link-button';
import { paths } from '@/lib/base/paths';
import { type story, storySteps } from '@/lib/contract/library/home';
import { Part } from './part';
import styles from './story.module.css';

type Step = (typeof storySteps)[number];

const words: Record<Step, { name: string; about: string }> = {
  find: { name: 'Find orders', about: 'A function of a database as a form. It only reads.' },
  refund: { name: 'Refund one', about: 'Press Refund on a row of the result. The order is filled in.' },
  undo: { name: 'Take it back', about: 'Press Undo at the result of the refund.' },
};

interface StoryProps {
  orgSlug: string;
  story: z.output<typeof story>;
}

/** Leads through a sandbox: three steps, each with its command. */
export function Story({ orgSlug, story: { findId, refundId, done } }: StoryProps) {
  const next = storySteps.find((step) => !done.includes(step));
  const hrefs: Record<Step, string> = {
    find: paths.builder(orgSlug, findId),
    refund: paths.builder(orgSlug, findId),
    undo: paths.builder(orgSlug, refundId),
  };
  return (
    <Part title="See what it does, in a minute">
      <ol className={styles.steps}>
        {storySteps.map((step, index) => {
          const isDone = done.includes(step);
          return (
            <li key={step} className={styles.step} data-done={isDone || undefined}>
              <span className={styles.mark} aria-hidden>
                {isDone ? <IconCheck size={16} stroke={2} /> : index + 1}
              </span>
              <span className={styles.words}>
                <Link href={hrefs[step]} prefetch={false} className={styles.name}>
                  {words[step].name}
                  {isDone && <VisuallyHidden> (done)</VisuallyHidden>}
                </Link>
                <span className={styles.about}>{words[step].about}</span>
              </span>
              {step === next && (
                <LinkButton href={hrefs[step]} variant="default">
                  Open
                </LinkButton>
              )}
            </li>
          );
        })}
      </ol>
    </Part>
  );
}
