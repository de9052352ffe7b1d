import { lazy } from 'react';

/** JSON as a tree, fetched with the first result that is one. */
export const LazyJson = lazy(() => import('./json-result'));
