'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import { Cell } from '@/components/result-view/table/cell';
import type { JsonValue } from '@/lib/base/json';
import { withFileNames } from '@/lib/inputs/file-names';
import { type InputNames, nameOf } from '@/lib/inputs/input-names';
import { cellText } from '@/lib/results/table/result-table';
import styles from './compare.module.css';
import { NoComparison } from './no-comparison';
import type { Values } from './values-of';

const valueIn = (values: Values, key: string): JsonValue | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

interface ComparedValuesProps {
  a: Values;
  b: Values;
  /** The names of inputs, by their keys, of either run. */
  names: InputNames;
}

/** The values that two runs were started with: those that differ first. */
export function ComparedValues({ a: left, b: right, names }: ComparedValuesProps) {
  const [isAll, setAll] = useState(false);
  const keys = [...new Set([...Object.keys(right), ...Object.keys(left)])];
  const isSame = (key: string) => JSON.stringify(valueIn(left, key)) === JSON.stringify(valueIn(right, key));
  const same = keys.filter(isSame);
  const different = keys.filter((key) => !isSame(key));
  if (keys.length === 0) return <NoComparison>Both ran without values.</NoComparison>;
  return (
    <section className={styles.card} aria-label="Values">
      <table className={styles.values}>
        <thead>
          <tr>
            <th scope="col">
              {different.length === 0
                ? 'The same values'
                : `${different.length} of ${keys.length} ${keys.length === 1 ? 'value differs' : 'values differ'}`}
            </th>
            <th scope="col">A</th>
            <th scope="col">B</th>
          </tr>
        </thead>
        <tbody>
          {[...different, ...(isAll ? same : [])].map((key) => (
            <tr key={key} className={isSame(key) ? undefined : styles.different}>
              <th scope="row" title={key}>
                {nameOf(names, key)}
              </th>
              <td>
                <Value value={valueIn(left, key)} />
              </td>
              <td>
                <Value value={valueIn(right, key)} />
              </td>
            </tr>
          ))}
          {!isAll && same.length > 0 && (
            <tr>
              <th scope="row">
                {different.length === 0 ? `${same.length} in all` : `${same.length} more, the same`}
              </th>
              <td colSpan={2}>
                <span className={styles.names}>{same.map((key) => nameOf(names, key)).join(', ')}</span>
                <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
                  Show all
                </Button>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

function Value({ value }: { value: JsonValue | undefined }) {
  if (value === undefined) return <i className={styles.absent}>empty</i>;
  return <Cell value={value === null ? null : withFileNames(cellText(value))} />;
}
