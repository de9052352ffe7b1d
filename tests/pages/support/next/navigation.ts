import { addressChanged, useParams, usePathname, useSearchParams } from './address';
import { notFound, redirect } from './leave';
import { requestPage } from './page-requests';

// Stands in for `next/navigation`, of which the application uses these.

const router = {
  push: (address: string) => requestPage(address, 'pushState'),
  replace: (address: string) => requestPage(address, 'replaceState'),
  refresh: () => requestPage(window.location.href, null),
  back: () => window.history.back(),
  forward: () => window.history.forward(),
  prefetch: () => addressChanged(),
};

const useRouter = () => router;

export { notFound, redirect, useParams, usePathname, useRouter, useSearchParams };
