'use client';

import { Button } from '@mantine/core';
import { useSignOut } from './sign-out';

/** Logs out, on pages without the bar. */
export function LogoutButton() {
  const signOut = useSignOut();
  return (
    <Button variant="default" onClick={signOut}>
      Log out
    </Button>
  );
}
