import type { SessionArtifacts } from '../artifact/artifact-store.ts'
import type { Principal } from '../base/principal.ts'
import type { Clock } from '../clock/clock.ts'
import type { FileAccess } from '../machine/file-access.ts'
import type { ProcessRunner } from '../machine/process-runner.ts'
import type { Question } from '../question/question.ts'
import type { QuestionResult } from '../question/questioner.ts'
import type { JsonSchemaObject } from '../schema/index.ts'
import type { Scrubber } from '../scrub/index.ts'
import type { Invocation } from '../target/invocation.ts'
import type { Target } from '../target/target.ts'
import type { CallerClient } from './caller-client.ts'
import type { OutputSpill } from './output-spill.ts'
import type { SessionState } from './session-state.ts'

/** A sign of life of a long call. */
export interface ToolProgress {
  readonly message: string
  /** A number from 0 to 1, if the tool can tell. */
  readonly fraction?: number
}

/** A tool of the run that a call belongs to. */
export interface RunTool {
  /** Canonical. */
  readonly name: string
  /** The name that the model of the run knows. */
  readonly exposedName: string
  readonly description: string
  /** True if it can be called although no model is shown it. */
  readonly isDeferred: boolean
  /** Returns the schema of its input in the words of the model's dialect. Rejects if the tool cannot be loaded. */
  loadSchema(): Promise<JsonSchemaObject>
}

/** A tool's context. It has no other access to the outside. */
export interface ToolContext {
  readonly toolCallId: string
  readonly principal: Principal
  /** Aborted by the caller or at the call's time limit. */
  readonly signal: AbortSignal
  /** Absolute path of the working folder. */
  readonly workspace: string
  /** The targets of the call: exactly those that policy and approver saw. */
  readonly targets: readonly Target[]
  /** The commands that the call may start, as resolved; in the order of their declaration. */
  readonly invocations: readonly Invocation[]
  readonly files: FileAccess
  readonly processes: ProcessRunner
  readonly session: SessionState
  readonly clock: Clock
  /** The scrubber of the pipeline: tells which parts of a text a model sees as a marker. */
  readonly scrubber: Scrubber
  /** The time limit of this call. */
  readonly timeoutMs: number
  progress(progress: ToolProgress): void
  /** Returns the tools that the run may call now, sorted by canonical name: those of its set that the policy has not removed since. */
  tools(): readonly RunTool[]
  /**
   * Puts questions to the person behind this call and waits for the reply, at most as long as the call may take. Never rejects: each
   * way to end is a value. What was asked and replied is recorded.
   * @param options.timeoutMs Default: what is left of the call's own time.
   */
  ask(questions: readonly Question[], options?: { readonly timeoutMs?: number }): Promise<QuestionResult>
  /** The program that sent this call. Undefined if it is none that can be asked. */
  readonly client: CallerClient | undefined
  /** The artifacts that this session stored earlier. Undefined if the run keeps none. */
  readonly artifacts: SessionArtifacts | undefined
  /** Opens a place for an output of any size, such as a command's. Returns undefined if the run stores no artifacts. */
  spill(mediaType: string): OutputSpill | undefined
}
