'use client';

import { createContext, type MouseEvent, useContext, useMemo } from 'react';
import type { JsonValue } from '@/lib/base/json';
import type { ObjectDecoration, RowDecoration } from '@/lib/contract/command/decoration-shapes';
import type { InputValues } from '@/lib/inputs/input';
import {
  decoratedObjects,
  objectBase,
  objectRowValues,
  objectValues,
  rowValues,
} from '@/lib/results/follow-ups';
import { rowHolds } from '@/lib/results/look/row-terms';
import type { TableSource } from '@/lib/results/table/arrange-columns';
import type { ResultTable } from '@/lib/results/table/result-table';

/** A value of a row by the name of its column, as the table shows both. */
export interface RowFact {
  name: string;
  text: string;
}

/** The row that a button is on, and the same button on other rows of the table as it is shown. */
export interface ShownRow {
  /** From 1. */
  row: number;
  /** The next row in a direction that has the button, with its address there; null if none follows. */
  nextFrom(row: number, step: 1 | -1): { row: number; address: string } | null;
  /** The first values of that row, which say which one it is. */
  factsOn(row: number): readonly RowFact[];
}

/** A button that opens a command. */
export interface FollowUp {
  id: number;
  name: string;
  /** The address of the command, with its form filled in. Computed only for what is drawn. */
  addressOf(): string;
}

/** The buttons of the result that is shown: only those of commands that the person may run. */
export interface FollowUps {
  rows: readonly RowDecoration[];
  objects: readonly ObjectDecoration[];
  addressOf(decoration: RowDecoration | ObjectDecoration, values: InputValues): string;
  /** Opens the command of an address over the result; null for where it can't be, so that the address opens. */
  open: ((address: string, on: ShownRow | null) => void) | null;
  /** Whether the button with an address has changed something since the run; null if none has. */
  hasChanged: ((address: string) => boolean) | null;
  /** The bulk panel of the command with these rows; null if an address can't name so many. */
  bulkAddressOf(decoration: RowDecoration, places: readonly number[]): string | null;
}

const none: FollowUps = {
  rows: [],
  objects: [],
  addressOf: () => '',
  open: null,
  hasChanged: null,
  bulkAddressOf: () => null,
};

export const FollowUpsContext = createContext<FollowUps>(none);

/** The buttons of one row or object. They are made when they are drawn: a hundred in a menu cost nothing before that. */
export interface FollowUpsOn {
  count: number;
  all(): readonly FollowUp[];
}

/** The buttons of the rows of a table. */
export interface RowFollowUps {
  /** Of all of them; a row may have fewer. */
  names: readonly string[];
  on(row: JsonValue[]): FollowUpsOn;
}

const nothing: FollowUpsOn = { count: 0, all: () => [] };

/**
 * Returns the buttons of the rows of a table; null for a table without buttons. A list of objects may be stored as a
 * table, so that the buttons of its objects are those of the rows.
 */
export function useRowFollowUps({ columns }: ResultTable, source: TableSource): RowFollowUps | null {
  const { rows, objects, addressOf } = useContext(FollowUpsContext);
  return useMemo(() => {
    const names = columns.map(({ name }) => name);
    const ofRows = rows
      .filter((each) => source.kind === 'column' && each.resultSet === source.resultSet)
      .map((decoration) => ({
        decoration,
        valuesOf: rowValues(decoration, names),
        isOn: rowHolds(decoration.shownWhen, names),
      }));
    const ofObjects = objects
      .filter((each) => source.kind === 'column' && source.resultSet === 0 && objectBase(each) === '[]')
      .map((decoration) => ({
        decoration,
        valuesOf: objectRowValues(decoration, names),
        isOn: () => true,
      }));
    const own = [...ofRows, ...ofObjects];
    if (own.length === 0) return null;
    return {
      names: own.map(({ decoration }) => decoration.name),
      on: (row) => {
        const here = own.filter(({ isOn }) => isOn(row));
        return {
          count: here.length,
          all: () =>
            here.map(({ decoration, valuesOf }) => ({
              id: decoration.decorationId,
              name: decoration.name,
              addressOf: () => addressOf(decoration, valuesOf(row)),
            })),
        };
      },
    };
  }, [rows, objects, columns, source, addressOf]);
}

/** Whether a click on a link asks the browser for a tab or a window of its own. */
export const asksForTab = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;

/** Returns what a click on a button's link does: it opens over the result, unless the person asks for a new tab. */
export function useOpening(): (event: MouseEvent, followUp: FollowUp, on: ShownRow | null) => void {
  const { open } = useContext(FollowUpsContext);
  return (event, followUp, on) => {
    if (open === null || asksForTab(event)) return;
    event.preventDefault();
    open(followUp.addressOf(), on);
  };
}

/** Returns the buttons of each object of a JSON result. */
export function useObjectFollowUps(document: JsonValue): (object: JsonValue) => FollowUpsOn {
  const { objects, addressOf } = useContext(FollowUpsContext);
  return useMemo(() => {
    if (objects.length === 0) return () => nothing;
    const found = decoratedObjects(document, objects);
    return (object: JsonValue) => {
      const own = found.get(object);
      if (own === undefined) return nothing;
      return {
        count: own.length,
        all: () =>
          own.map((decoration) => ({
            id: decoration.decorationId,
            name: decoration.name,
            addressOf: () => addressOf(decoration, objectValues(decoration, document, object)),
          })),
      };
    };
  }, [objects, document, addressOf]);
}
