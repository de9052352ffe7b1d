import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { load, loadAll } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const CHART = 'deploy/helm/pushboard';
const read = (path: string): string => readFileSync(path, 'utf8');
const version = z.object({ version: z.string() }).parse(JSON.parse(read('package.json'))).version;

const container = z.object({
  args: z.tuple([z.string()]),
  image: z.string(),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
  livenessProbe: z.object({ httpGet: z.object({ path: z.string() }) }).optional(),
  readinessProbe: z.object({ httpGet: z.object({ path: z.string() }) }).optional(),
  resources: z.object({
    requests: z.record(z.string(), z.string()),
    limits: z.record(z.string(), z.string()),
  }),
});
const pod = z.object({
  automountServiceAccountToken: z.literal(false),
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z.object({
    runAsNonRoot: z.literal(true),
    seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
  }),
  containers: z.tuple([container]),
});
const object = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  data: z.record(z.string(), z.string()).optional(),
  spec: z
    .object({ template: z.object({ spec: pod }).optional(), policyTypes: z.array(z.string()).optional() })
    .optional(),
});

const objectsIn = (text: string) => z.array(object).parse(loadAll(text).filter((each) => each !== null));
const plain = objectsIn(read('deploy/kubernetes/pushboard.yaml'));
const podOf = (part: string) => {
  const found = plain.find(({ spec }) => spec?.template?.spec.containers[0].args[0] === part)?.spec?.template
    ?.spec;
  if (found === undefined) throw new Error(`Nothing starts ${part}`);
  return found;
};

describe('the plain manifests', () => {
  it.each(['web', 'worker', 'migrate'])('start %s without rights, and with limits', (part) => {
    // The shape above says what each pod has.
    const [only] = podOf(part).containers;
    expect(only.image).toBe(`registry.example.com/pushboard:${version}`);
    expect(only.resources.limits.memory).toMatch(/i$/);
  });

  it("give the owner's address to the migration alone", () => {
    const secretsOf = (part: string) =>
      podOf(part).containers[0].envFrom.flatMap(({ secretRef }) => (secretRef ? [secretRef.name] : []));
    expect(secretsOf('migrate')).toEqual(['pushboard', 'pushboard-owner']);
    expect([secretsOf('web'), secretsOf('worker')]).toEqual([['pushboard'], ['pushboard']]);
  });

  it('ask the process whether it lives, and whether it can serve', () => {
    const [web] = podOf('web').containers;
    expect(web.livenessProbe?.httpGet.path).toBe('/livez');
    expect(web.readinessProbe?.httpGet.path).toBe('/readyz');
  });

  it('give a worker five seconds more than its runs have', () => {
    const seconds = Number(plain.find(({ kind }) => kind === 'ConfigMap')?.data?.SHUTDOWN_SECONDS);
    expect(podOf('worker').terminationGracePeriodSeconds).toBe(seconds + 5);
  });

  it('close what need not be reached', () => {
    const policies = plain.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policies.map(({ spec }) => spec?.policyTypes)).toEqual([['Ingress', 'Egress'], ['Ingress']]);
  });
});

describe('the values of the chart', () => {
  const schema = JSON.parse(read(`${CHART}/values.schema.json`));
  const validate = new Ajv({ strict: false }).compile(schema);
  const defaults = load(read(`${CHART}/values.yaml`)) as Record<string, object>;
  const given = load(read('deploy/kubernetes/values.yaml')) as Record<string, object>;
  const merged = (more: Record<string, unknown> = {}) => ({
    ...defaults,
    ...given,
    image: { ...defaults.image, ...given.image },
    ...more,
  });
  const config = (more: Record<string, unknown>) => merged({ config: { ...defaults.config, ...more } });

  it('are valid with what the plain manifests set', () => {
    expect(validate(merged()) ? [] : validate.errors).toEqual([]);
  });

  it('are valid with a group of workers', () => {
    const dmz = { name: 'dmz', tags: ['dmz', 'eu'], replicas: 1, autoscaling: { kind: 'keda' } };
    expect(validate(merged({ workerGroups: [dmz] })) ? [] : validate.errors).toEqual([]);
  });

  it('have a description of every part, and none that does nothing', () => {
    expect(
      Object.keys(schema.properties)
        .filter((name) => name !== 'nameOverride')
        .sort(),
    ).toEqual(Object.keys(defaults).sort());
  });

  it.each([
    ['no address', defaults],
    ['an address with a path', merged({ appUrl: 'https://example.com/pushboard' })],
    ['demo mode', config({ AUTH_MODE: 'demo' })],
    ['a database address among the plain settings', config({ DATABASE_URL: 'postgresql://…' })],
    ['a sign-in secret among the plain settings', config({ OIDC_GOOGLE_CLIENT_SECRET: '…' })],
    ['a value that is unknown', merged({ replicas: 3 })],
    ['a group of workers without tags', merged({ workerGroups: [{ name: 'dmz', tags: [] }] })],
    ['a tag with a space', merged({ workerGroups: [{ name: 'dmz', tags: ['d mz'] }] })],
    ['a worker that ends at once', merged({ worker: { shutdownSeconds: 1 } })],
  ])('refuse %s', (_, values) => {
    expect(validate(values)).toBe(false);
  });
});

describe('the chart', () => {
  it('has the version of the application', () => {
    expect(load(read(`${CHART}/Chart.yaml`))).toMatchObject({ version, appVersion: version });
  });

  const helm = process.env.HELM_PATH ?? 'helm';
  const render = (...more: string[]) => {
    const args = ['template', 'pushboard', CHART, '--namespace', 'pushboard'];
    const values = ['--values', 'deploy/kubernetes/values.yaml'];
    const { status, stdout, stderr } = spawnSync(helm, [...args, ...values, ...more], { encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const hasHelm = spawnSync(helm, ['version'], { encoding: 'utf8' }).status === 0;

  it.runIf(hasHelm)('renders the plain manifests', () => {
    expect(render().stdout).toBe(read('deploy/kubernetes/pushboard.yaml'));
  });

  it.runIf(hasHelm)('refuses to keep results on the disk of one pod', () => {
    const refused = render('--set', 'config.RESULT_STORE=disk');
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('results.existingClaim') });
    const claim = ['--set', 'config.RESULT_STORE=disk', '--set', 'results.existingClaim=results'];
    expect(render(...claim).stdout).toContain('claimName: results');
  });

  it.runIf(hasHelm)('makes a deployment of each group of workers', () => {
    const group = ['--set', 'workerGroups[0].name=dmz', '--set', 'workerGroups[0].tags={dmz,eu}'];
    const { stdout } = render(...group, '--set', 'worker.autoscaling.kind=keda');
    expect(stdout.match(/name: pushboard-worker-dmz$/gm)?.length).toBeGreaterThan(3);
    expect(stdout).toContain('value: "dmz,eu"');
    for (const tag of ['default', 'dmz', 'eu']) expect(stdout).toContain(`/stats?tag=${tag}\n`);
  });

  it.runIf(hasHelm)('scales workers by the age of the oldest run, and lets the scaler count alone', () => {
    for (const [kind, object] of [
      ['keda', 'ScaledObject'],
      ['metrics', 'HorizontalPodAutoscaler'],
    ]) {
      const { stdout } = render('--set', `worker.autoscaling.kind=${kind}`);
      expect(stdout).toContain(`kind: ${object}`);
      expect(stdout).toContain('queue_age_seconds');
      expect(stdout.match(/^ {2}replicas:/gm)).toHaveLength(1);
    }
  });
});
