import type { Actor, Person } from '@/lib/access/vocabulary';
import type {
  AnyOperation,
  BodyOf,
  ParamsOf,
  Permission,
  QueryOf,
  ResponseOf,
} from '@/lib/contract/operation';
import type { AuditSource } from '@/server/access/audit';
import type { CredentialSubject, FolderSubject, OrgSubject, TemplateSubject } from '@/server/access/load';
import type { CommandSubject, RunnableSubject } from '@/server/access/load-command';
import type { RunGroupSubject, RunSubject, StartableRunSubject } from '@/server/access/load-run';
import type { RequestKey } from '@/server/http/idempotency';
import type { Log } from '@/server/log';

/** What the permission says is loaded before the handler is called. */
type SubjectFor<P extends Permission> = P extends { needs: 'org' }
  ? OrgSubject
  : P extends { needs: 'command' }
    ? P extends { form: true }
      ? RunnableSubject
      : CommandSubject
    : P extends { needs: 'run' }
      ? P extends { form: true }
        ? StartableRunSubject
        : RunSubject
      : P extends { needs: 'runGroup' }
        ? RunGroupSubject
        : P extends { needs: 'folder' }
          ? FolderSubject
          : P extends { needs: 'template' }
            ? TemplateSubject
            : P extends { needs: 'credential' }
              ? CredentialSubject
              : null;

/** Who can have got this far. */
type ActorFor<P extends Permission> = P extends { needs: 'nothing' }
  ? Actor
  : P extends { needs: 'command'; action: 'command.see' }
    ? Actor
    : Person;

/** All that a service function is called with: checked input, an allowed actor, the thing it is about. */
export interface Context<O extends AnyOperation> {
  actor: ActorFor<O['permission']>;
  subject: SubjectFor<O['permission']>;
  params: ParamsOf<O>;
  query: QueryOf<O>;
  body: BodyOf<O>;
  /** What was uploaded; empty for an operation without files. */
  files: readonly UploadedFile[];
  audit: AuditSource;
  log: Log;
  /** Aborted when the caller has left. */
  signal: AbortSignal;
  requestHeaders: Headers;
  /** The request's Idempotency-Key, where the operation honors one: what it makes is noted under it. */
  key: RequestKey | null;
  /** Headers that the answer carries beside its body. */
  responseHeaders: Headers;
}

/** A file as it was sent, held in memory; its name is a name and no path. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** One message of an event stream; `data` goes out as JSON. */
export interface StreamEvent {
  event: string;
  id?: string;
  data: unknown;
}

/** A file that goes out while it is being made. */
export interface FileAnswer {
  fileName: string;
  contentType: string;
  chunks: AsyncIterable<string | Uint8Array>;
}

/** What a service function answers. */
export type Result<O extends AnyOperation> = O['answer'] extends { kind: 'events' }
  ? AsyncIterable<StreamEvent>
  : O['answer'] extends { kind: 'file' }
    ? FileAnswer
    : O['answer'] extends { kind: 'nothing' }
      ? undefined
      : ResponseOf<O>;

export type Handler<O extends AnyOperation> = (context: Context<O>) => Promise<Result<O>>;
