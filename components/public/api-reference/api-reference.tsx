'use client';

import { Skeleton, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Listed, Plugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { callApi } from '@/lib/client/api-client';
import { readOpenApi } from '@/lib/contract/openapi';
import 'swagger-ui-dist/swagger-ui.css';
import styles from './api-reference.module.css';
import { resolvedPart } from './resolved-part';

/** The viewer's own class for dark colors, which it looks for at the root of the page. */
const DARK = 'dark-mode';

/** Without a text, the viewer answers whether there is a field for one. */
const isText = (filter: unknown): boolean => typeof filter === 'string' && filter !== '' && filter !== 'true';

/** Opens the groups in which something was found: closed ones look as if nothing was. */
const openWhatIsFound: Plugin = () => ({
  statePlugins: {
    layout: {
      wrapSelectors: {
        isShown:
          (isShown, { layoutSelectors }) =>
          (_state, path, byDefault) =>
            (path[0] === 'operations-tag' && isText(layoutSelectors.currentFilter())) ||
            isShown(path, byDefault),
      },
    },
  },
});

/** Finds operations by what they are and do. The viewer's own search knows the names of groups only. */
const findOperations: Plugin = () => ({
  fn: {
    opsFilter: (byTag, phrase) => {
      const words = phrase.toLowerCase().split(/\s+/);
      return byTag
        .map((tagged, tag) =>
          tagged.set(
            'operations',
            tagged.get('operations').filter((each) => {
              const text = `${tag} ${textOf(each)}`.toLowerCase();
              return words.every((word) => text.includes(word));
            }),
          ),
        )
        .filter((tagged) => tagged.get('operations').filter(() => true).size > 0);
    },
  },
});

const textOf = (listed: Listed): string =>
  [
    listed.get('method'),
    listed.get('path'),
    listed.getIn(['operation', 'summary']),
    listed.getIn(['operation', 'operationId']),
  ].join(' ');

const resolveOurselves: Plugin = () => ({
  fn: {
    resolveSubtree: async (description, path) => ({ spec: resolvedPart(description, path), errors: [] }),
  },
});

const nothing = () => null;

/** There is one server, this one, so nothing to choose, and what matters here isn't the license. */
const leaveOut: Plugin = () => ({ components: { ServersContainer: nothing, License: nothing } });

/** The operations of the API, to read and to try, from its own description. Half a megabyte of script, which only this page loads. */
export function ApiReference() {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | Error>('loading');
  const isDark = useComputedColorScheme('light') === 'dark';

  useEffect(() => {
    document.documentElement.classList.toggle(DARK, isDark);
    return () => document.documentElement.classList.remove(DARK);
  }, [isDark]);

  useEffect(() => {
    let isLeft = false;
    // Both by us: a placeholder of ours stands until there is something to read, and one error says what failed.
    Promise.all([import('swagger-ui-dist/swagger-ui-es-bundle.js'), callApi(readOpenApi, {})]).then(
      ([{ default: show }, spec]) => {
        if (isLeft || place.current === null) return;
        show({
          domNode: place.current,
          spec,
          deepLinking: true,
          docExpansion: 'none',
          filter: true,
          plugins: [openWhatIsFound, findOperations, resolveOurselves, leaveOut],
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
  }, []);

  return (
    <>
      {state === 'loading' && <Skeleton height={480} radius="md" aria-hidden />}
      {state instanceof Error && <ErrorNotice title="The API reference could not be loaded" error={state} />}
      <div ref={place} className={styles.reference} />
    </>
  );
}
