import type { Sink } from '../flow/sink.ts'
import type { UnlabelledBlock } from '../result/content-block.ts'
import type { InferOutput, ToolSchema } from '../schema/index.ts'
import type { DeclaredTarget } from '../target/declared-target.ts'
import type { Target } from '../target/target.ts'
import type { Permission, Risk } from './permission.ts'
import type { ToolContext } from './tool-context.ts'
import type { ToolOutput } from './tool-return.ts'

/** The origin of a tool; rules can match the tag of the same name. */
export type ToolOrigin = 'code' | 'mcp' | 'agent' | 'declarative' | 'custom'

/** One input's change to a tool's permission or risk, with the reason. */
export interface EffectiveAuthority {
  readonly permission?: Permission
  readonly risk?: Risk
  readonly why: string
}

/** The call that another one really is. */
export interface ReroutedCall {
  /** Canonical name, or the name that the model knows. */
  readonly tool: string
  /** Not yet validated. */
  readonly input: Readonly<Record<string, unknown>>
}

/** One of the calls of other tools that a call amounts to. */
export interface PartOfCall extends ReroutedCall {
  /** Those of the whole call's paths that are its own, as declared. */
  readonly targets: readonly Extract<DeclaredTarget, { readonly kind: 'path' }>[]
}

/** A tool as its author writes it. Types flow from `input` to every function. */
export interface ToolDefinition<Schema extends ToolSchema = ToolSchema, Output = unknown> {
  /** Canonical name, `group.tool`: globally unique, what policy, hooks, grants and records use. */
  readonly name: string
  /** Written for the model. */
  readonly description: string
  readonly input: Schema
  /**
   * The schema of the structured value that the tool returns. The value is checked by it, and clients that know output schemas
   * are shown both.
   */
  readonly output?: ToolSchema
  readonly permission: Permission
  /** Default: derived from permission and tags. */
  readonly risk?: Risk
  readonly tags?: readonly string[]
  /** Default: the first part of the name. */
  readonly groups?: readonly string[]
  readonly origin?: ToolOrigin
  /** `strict` (default): the portable subset, unknown fields refused. `open`: all of JSON Schema, for foreign tools. */
  readonly profile?: 'strict' | 'open'
  /** Time limit of one call in milliseconds. Default and ceiling are the run's. */
  readonly timeoutMs?: number
  /**
   * Upper bound on what the model sees of a result. Default: the run's. `artifact: false` for a tool whose output can
   * be read again in full, such as a part of a file: truncated text is not stored.
   */
  readonly resultLimit?: { readonly bytes?: number; readonly lines?: number; readonly artifact?: boolean }
  /**
   * The parts of the input that decide whom or what the call hits, or where data goes. Targets decide by themselves. An empty list: nothing
   * else decides. Absent: unknown, so well-known names and formats count, and else every text.
   */
  readonly sinks?: readonly Sink[]
  /**
   * Returns true if the files that a call with this input writes keep nothing of what they held. Only then are they free of strangers' words that
   * were in them. Pure. Default: false.
   */
  replacesContent?(input: InferOutput<Schema>): boolean
  /** A rule over the whole input that JSON Schema cannot say; returns what is wrong. */
  check?(input: InferOutput<Schema>): string | undefined
  /** Returns the targets that the call will touch. Pure. Default: none. */
  targets?(input: InferOutput<Schema>): readonly DeclaredTarget[]
  /** The time limit in milliseconds that one input asks for, or that the run has for its kind; still under the run's ceiling. */
  timeLimit?(input: InferOutput<Schema>, settings: { readonly commandTimeoutMs: number }): number | undefined
  /** Lowers permission and risk for one input (tools from code only), or raises them (all tools). Pure. */
  effective?(input: InferOutput<Schema>, targets: readonly Target[]): EffectiveAuthority | undefined
  /**
   * Returns the call of another tool that this input amounts to, judged by what it touches (tools from code only). The call
   * continues as that one, under the same id and with the same targets to resolve. Policy and hooks see both names. Pure.
   */
  reroute?(input: InferOutput<Schema>, targets: readonly Target[]): ReroutedCall | undefined
  /**
   * Returns the calls of other tools that this input amounts to (tools from code only). The call runs whole, but policy and hooks also
   * judge each part as a call of its own tool: the strictest verdict and the highest risk apply. It is refused if a tool of a part is
   * not available in the run. Pure.
   */
  parts?(input: InferOutput<Schema>): readonly PartOfCall[]
  execute(input: InferOutput<Schema>, context: ToolContext): Output | Promise<Output>
  /** Returns the output as shown to the model. Default: text unchanged, anything else as JSON. */
  toModel?(output: Exclude<Awaited<Output>, ToolOutput>): string | readonly UnlabelledBlock[]
  /** Free JSON for debugging and replay; never reaches a model. */
  readonly metadata?: unknown
}
