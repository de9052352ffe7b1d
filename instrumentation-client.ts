import { notifyNavigationStart } from '@/components/ui/layout/navigation';

/** Called by Next.js as each navigation begins. */
export function onRouterTransitionStart(): void {
  notifyNavigationStart();
}
