'use client';

import { Skeleton, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import 'swagger-ui-dist/swagger-ui.css';
import styles from './api-reference.module.css';

/** The viewer's own class for dark colors, which it looks for at the root of the page. */
const DARK = 'dark-mode';

/** The operations of an OpenAPI description, to read and to try. Half a megabyte of script, which only this page loads. */
export function ApiReference({ description }: { description: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | Error>('loading');
  const isDark = useComputedColorScheme('light') === 'dark';

  useEffect(() => {
    document.documentElement.classList.toggle(DARK, isDark);
    return () => document.documentElement.classList.remove(DARK);
  }, [isDark]);

  useEffect(() => {
    let isLeft = false;
    import('swagger-ui-dist/swagger-ui-es-bundle.js').then(
      ({ default: show }) => {
        if (isLeft || place.current === null) return;
        show({
          domNode: place.current,
          url: description,
          deepLinking: true,
          docExpansion: 'none',
          filter: true,
          defaultModelsExpandDepth: -1,
          defaultModelExpandDepth: 3,
          displayRequestDuration: true,
          persistAuthorization: false,
          validatorUrl: null,
        });
        setState('shown');
      },
      (error: Error) => setState(error),
    );
    return () => {
      isLeft = true;
    };
  }, [description]);

  return (
    <>
      {state === 'loading' && <Skeleton height={480} radius="md" aria-hidden />}
      {state instanceof Error && <ErrorNotice title="The API reference could not be loaded" error={state} />}
      <div ref={place} className={styles.reference} />
    </>
  );
}
