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
import type {
  CredentialSubject,
  FolderSubject,
  OrgSubject,
  TemplateSubject,
} from '@/server/access/load/load';
import type { CommandSubject, RunnableSubject } from '@/server/access/load/load-command';
import type { DropdownsSubject } from '@/server/access/load/load-dropdowns';
import type { RunGroupSubject, RunSubject, StartableRunSubject } from '@/server/access/load/load-run';
import type { Log } from '@/server/base/log';
import type { RequestKey } from '@/server/operations/idempotency';

/** The subject that the permission loads before the handler is called. */
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
              : P extends { needs: 'dropdowns' }
                ? DropdownsSubject
                : null;

/** The actor that the permission lets through. */
type ActorFor<P extends Permission> = P extends { needs: 'nothing' }
  ? Actor
  : P extends { needs: 'command'; action: 'command.see' }
    ? Actor
    : Person;

/** The arguments of a service function: checked input, an authorized actor, the subject. */
export interface Context<O extends AnyOperation> {
  actor: ActorFor<O['permission']>;
  subject: SubjectFor<O['permission']>;
  params: ParamsOf<O>;
  query: QueryOf<O>;
  body: BodyOf<O>;
  /** The uploaded files; empty for an operation without files. */
  files: readonly UploadedFile[];
  audit: AuditSource;
  log: Log;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
  requestHeaders: Headers;
  /** The request's Idempotency-Key, if the operation supports one: what the request creates is recorded under it. */
  key: RequestKey | null;
  /** Additional headers of the response. */
  responseHeaders: Headers;
}

/** An uploaded file, in memory; its name is a file name without a path. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** One message of an event stream; `data` is sent as JSON. */
export interface StreamEvent {
  event: string;
  id?: string;
  data: unknown;
}

/** A file that is streamed while it is being generated. */
export interface FileDownload {
  fileName: string;
  contentType: string;
  chunks: AsyncIterable<string | Uint8Array>;
}

/** The return value of a service function. */
export type Result<O extends AnyOperation> = O['answer'] extends { kind: 'events' }
  ? AsyncIterable<StreamEvent>
  : O['answer'] extends { kind: 'file' }
    ? FileDownload
    : O['answer'] extends { kind: 'nothing' }
      ? undefined
      : ResponseOf<O>;

export type Handler<O extends AnyOperation> = (context: Context<O>) => Promise<Result<O>>;
