'use client';

import { Button } from '@mantine/core';
import type { ChangeLook, GridLook } from '@/components/ui/table/served-rows';
import { personLocale } from '@/lib/results/person-locale';
import { storedDay } from './stored-day';

/** Why no row may contain what a person looks for, and for a date, how to find it. */
export function NoMatch({ look, onLook }: { look: GridLook; onLook: ChangeLook }) {
  const [filter] = look.filters;
  const day = storedDay(look.search === '' ? (filter?.text ?? '') : look.search, personLocale());
  if (day === null)
    return (
      <>
        No row contains this. Numbers are found as they are shown, everything else as it is stored, which
        hovering over a value shows.
      </>
    );
  const find = () =>
    onLook(({ search, filters: [first, ...others] }) =>
      search === '' && first !== undefined
        ? { filters: [{ ...first, text: day }, ...others] }
        : { search: day },
    );
  return (
    <>
      No row contains this. Dates are found as they are stored.{' '}
      <Button variant="default" size="compact-sm" onClick={find}>
        Find {day}
      </Button>
    </>
  );
}
