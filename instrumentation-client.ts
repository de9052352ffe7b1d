import { tellNavigation } from '@/components/ui/layout/navigation';

/** Called by Next.js as each navigation begins. */
export function onRouterTransitionStart(): void {
  tellNavigation();
}
