import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { metrics } from '@/server/http/metrics/metrics';

const dashboard = readFileSync('deploy/grafana/pushboard.json', 'utf8');
const rules = readFileSync('deploy/prometheus/pushboard-alerts.yaml', 'utf8');

const METRIC = /\b(?:pushboard|process|nodejs)_[a-z0-9_]+/g;
const DERIVED = /_(?:count|bucket|sum)$/;

/** Every metric that `/metrics` gives, by the names that queries use. */
const given = (await metrics().registry.getMetricsAsJSON()).map(({ name, type }) => ({
  name,
  isHistogram: String(type) === 'histogram',
}));

const namedIn = (text: string): Set<string> => new Set(text.match(METRIC) ?? []);

/** Names of what `/metrics` doesn't give. Of a histogram, it gives counts, sums, and buckets. */
const unknownIn = (text: string): string[] =>
  [...namedIn(text)].filter(
    (name) =>
      !given.some((metric) => name === metric.name) &&
      !given.some((metric) => metric.isHistogram && name.replace(DERIVED, '') === metric.name),
  );

const panel = z.object({ id: z.number(), type: z.string(), title: z.string() });
const drawn = panel.extend({
  description: z.string().min(1),
  targets: z.array(z.object({ expr: z.string() })).min(1),
});
const row = panel.extend({ type: z.literal('row'), panels: z.array(drawn) });

const alert = z.object({
  alert: z.string().regex(/^Pushboard[A-Z]\w+$/),
  expr: z.string(),
  for: z.string().regex(/^\d+[mh]$/),
  labels: z.object({ severity: z.enum(['warning', 'critical']) }),
  annotations: z.object({ summary: z.string(), description: z.string() }),
});

describe('the dashboard', () => {
  test('shows every metric, and none that does not exist', () => {
    const shown = [...namedIn(dashboard)].map((name) => name.replace(DERIVED, ''));
    expect(given.filter(({ name }) => !shown.includes(name.replace(DERIVED, '')))).toEqual([]);
    expect(unknownIn(dashboard)).toEqual([]);
  });

  test('can be imported: each panel has a description, queries, and an id of its own', () => {
    const { panels } = z.object({ panels: z.array(z.union([row, drawn])) }).parse(JSON.parse(dashboard));
    const ids = panels
      .flatMap((each) => ('panels' in each ? [each, ...each.panels] : [each]))
      .map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the alert rules', () => {
  test('speak of metrics that exist, and say what to do', () => {
    const { groups } = z
      .object({ groups: z.array(z.object({ name: z.string(), rules: z.array(alert) })) })
      .parse(parse(rules));
    const names = groups.flatMap((group) => group.rules.map((rule) => rule.alert));
    expect(new Set(names).size).toBe(names.length);
    expect(unknownIn(rules)).toEqual([]);
  });

  test('cover every metric of ours', () => {
    const spoken = [...namedIn(rules)].map((name) => name.replace(DERIVED, ''));
    const ours = given.map(({ name }) => name).filter((name) => name.startsWith('pushboard_'));
    expect(ours.length).toBeGreaterThan(12);
    expect(ours.filter((name) => !spoken.includes(name))).toEqual([]);
  });
});
