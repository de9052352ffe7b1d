import { randomUUID } from 'node:crypto';
import sodium from 'libsodium-wrappers';
import { exampleOf } from './description';
import type { DoubleAnswer, DoubleRequest, Handler } from './handler';
import type { OperationId } from './operations';
import type { Repository } from './repository';
import { type JobEnd, readWorkflow, runJob, runName } from './workflow-run';

export interface DoubleRun {
  id: number;
  name: string;
  inputs: Record<string, string>;
  status: 'queued' | 'waiting' | 'in_progress' | 'completed';
  conclusion: string | null;
  createdAt: Date;
  end: JobEnd | null;
  stop: AbortController;
  /** Resolves once it has ended. */
  ended: Promise<void>;
}

const PATH = '.github/workflows/pushboard.yml';
const missing: DoubleAnswer = { status: 404, body: { message: 'Not Found' } };

/** GitHub Actions of a repository: runs happen for real, as its own workflow says. */
export class ActionsDouble {
  readonly runs: DoubleRun[] = [];
  readonly secrets = new Map<string, string>();
  /** Whether runs wait for a reviewer before they begin. */
  isReviewed = false;
  /** Whether a run begins by itself; otherwise it stays in line until `begin`. */
  startsAtOnce = true;
  /** Whether runs ignore that they are asked to end. */
  isStubborn = false;
  /** Whether a dispatch says which run it started. */
  tellsDetails = true;
  /** Called after a run was started, and before the answer. */
  afterDispatch: (() => Promise<void>) | null = null;
  /** Whether runs can be found already. */
  isListed = true;
  private readonly keys = sodium.ready.then(() => sodium.crypto_box_keypair());

  constructor(private readonly repository: Repository) {}

  handlers(): [OperationId, Handler][] {
    return [
      ['actions/create-workflow-dispatch', (request) => this.dispatch(request)],
      ['actions/list-workflow-runs', () => this.list()],
      [
        'actions/get-workflow-run',
        (request) => this.onRun(request, (run) => ({ status: 200, body: this.shown(run) })),
      ],
      ['actions/list-jobs-for-workflow-run', (request) => this.onRun(request, (run) => this.jobs(run))],
      ['actions/download-job-logs-for-workflow-run', (request) => this.log(request)],
      ['actions/list-workflow-run-artifacts', (request) => this.onRun(request, (run) => this.artifacts(run))],
      ['actions/download-artifact', (request) => this.artifact(request)],
      [
        'actions/cancel-workflow-run',
        (request) => this.onRun(request, (run) => this.cancel(run, this.isStubborn)),
      ],
      [
        'actions/force-cancel-workflow-run',
        (request) => this.onRun(request, (run) => this.cancel(run, false)),
      ],
      [
        'actions/get-pending-deployments-for-run',
        (request) => this.onRun(request, (run) => this.pending(run)),
      ],
      ['actions/get-repo-public-key', () => this.publicKey()],
      ['actions/create-or-update-repo-secret', (request) => this.setSecret(request)],
      [
        'actions/delete-repo-secret',
        ({ params }) => (this.secrets.delete(params.secret_name ?? '') ? { status: 204 } : missing),
      ],
    ];
  }

  /** Lets a run begin that is in line, or that a reviewer has looked at. */
  begin(run: DoubleRun): void {
    run.status = 'in_progress';
    const files = this.repository.find('HEAD')?.files ?? new Map();
    const workflow = readWorkflow(files.get(PATH)?.bytes.toString('utf8') ?? '');
    const job = {
      workflow,
      inputs: run.inputs,
      secrets: Object.fromEntries(this.secrets),
      filesAt: (ref: string) => this.repository.find(ref === '' ? 'HEAD' : ref)?.files ?? new Map(),
      signal: run.stop.signal,
    };
    run.ended = runJob(job).then((end) => {
      run.end = end;
      run.status = 'completed';
      run.conclusion = run.stop.signal.aborted ? 'cancelled' : end.conclusion;
    });
  }

  private async dispatch({ body }: DoubleRequest): Promise<DoubleAnswer> {
    const file = this.repository.find('HEAD')?.files.get(PATH);
    if (file === undefined) return missing;
    const workflow = readWorkflow(file.bytes.toString('utf8'));
    const inputs = (body.inputs ?? {}) as Record<string, string>;
    const declared = workflow.on.workflow_dispatch?.inputs ?? {};
    const unknown = Object.keys(inputs).filter((name) => !(name in declared));
    if (unknown.length > 0)
      return { status: 422, body: { message: `Unexpected inputs provided: ${JSON.stringify(unknown)}` } };
    if (body.return_run_details !== undefined && !this.tellsDetails)
      return { status: 422, body: { message: '"return_run_details" is not a permitted key.' } };
    const run: DoubleRun = {
      id: 1000 + this.runs.length,
      name: runName(workflow, inputs),
      inputs,
      status: this.isReviewed ? 'waiting' : 'queued',
      conclusion: null,
      createdAt: new Date(),
      end: null,
      stop: new AbortController(),
      ended: Promise.resolve(),
    };
    this.runs.push(run);
    if (this.startsAtOnce && !this.isReviewed) this.begin(run);
    await this.afterDispatch?.();
    if (body.return_run_details !== true) return { status: 204 };
    return {
      status: 200,
      body: {
        workflow_run_id: run.id,
        run_url: `https://api.github.com/runs/${run.id}`,
        html_url: `https://github.com/runs/${run.id}`,
      },
    };
  }

  private shown(run: DoubleRun): object {
    return {
      ...exampleOf('workflow-run'),
      id: run.id,
      display_title: run.name,
      status: run.status,
      conclusion: run.conclusion,
      created_at: run.createdAt.toISOString(),
    };
  }

  private list(): DoubleAnswer {
    const runs = this.isListed ? this.runs.map((run) => this.shown(run)).reverse() : [];
    return { status: 200, body: { total_count: runs.length, workflow_runs: runs } };
  }

  private onRun({ params }: DoubleRequest, answer: (run: DoubleRun) => DoubleAnswer): DoubleAnswer {
    const run = this.runs.find(({ id }) => String(id) === params.run_id);
    return run === undefined ? missing : answer(run);
  }

  private jobs(run: DoubleRun): DoubleAnswer {
    const example = (exampleOf('job-paginated').jobs as Record<string, unknown>[])[0] ?? {};
    const steps = run.end?.steps.map((step, at) => ({ ...step, status: 'completed', number: at + 1 })) ?? [];
    const job = {
      ...example,
      id: run.id * 10,
      run_id: run.id,
      status: run.status,
      conclusion: run.conclusion,
      steps,
      created_at: run.createdAt.toISOString(),
    };
    return { status: 200, body: { total_count: 1, jobs: [job] } };
  }

  private log({ double, params }: DoubleRequest): DoubleAnswer {
    const run = this.runs.find(({ id }) => String(id * 10) === params.job_id);
    if (run?.end == null) return missing;
    return this.download(double, Buffer.from(run.end.log));
  }

  private artifacts(run: DoubleRun): DoubleAnswer {
    const example = (exampleOf('artifact-paginated').artifacts as Record<string, unknown>[])[0] ?? {};
    const own = { ...example, id: run.id * 100, name: 'pushboard', expired: false };
    const artifacts = run.end?.artifact == null ? [] : [own];
    return { status: 200, body: { total_count: artifacts.length, artifacts } };
  }

  private artifact({ double, params }: DoubleRequest): DoubleAnswer {
    const run = this.runs.find(({ id }) => String(id * 100) === params.artifact_id);
    return run?.end?.artifact == null ? missing : this.download(double, run.end.artifact);
  }

  private download(double: DoubleRequest['double'], bytes: Buffer): DoubleAnswer {
    const address = `/actions/${randomUUID()}`;
    double.downloads.set(address, bytes);
    return { status: 302, headers: { location: double.downloadOrigin + address } };
  }

  private cancel(run: DoubleRun, isIgnored: boolean): DoubleAnswer {
    if (run.status === 'completed')
      return {
        status: 409,
        body: { message: 'Cannot cancel a workflow run that is completed.', documentation_url: '' },
      };
    if (!isIgnored) {
      run.stop.abort();
      if (run.status !== 'in_progress') Object.assign(run, { status: 'completed', conclusion: 'cancelled' });
    }
    return { status: 202, body: {} };
  }

  private pending({ status }: DoubleRun): DoubleAnswer {
    const [example] = Object.values(exampleOf('pending-deployment-items')) as object[];
    return { status: 200, body: status === 'waiting' ? [{ ...example, reviewers: [] }] : [] };
  }

  private async publicKey(): Promise<DoubleAnswer> {
    const { publicKey } = await this.keys;
    return {
      status: 200,
      body: { key_id: '1', key: sodium.to_base64(publicKey, sodium.base64_variants.ORIGINAL) },
    };
  }

  private async setSecret({ params, body }: DoubleRequest): Promise<DoubleAnswer> {
    const { publicKey, privateKey } = await this.keys;
    const sealed = sodium.from_base64(String(body.encrypted_value), sodium.base64_variants.ORIGINAL);
    this.secrets.set(
      params.secret_name ?? '',
      sodium.to_string(sodium.crypto_box_seal_open(sealed, publicKey, privateKey)),
    );
    return { status: 201, body: {} };
  }
}
