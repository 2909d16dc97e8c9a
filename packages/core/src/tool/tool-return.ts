import type { UnlabelledBlock } from '../result/content-block.ts'

const marker = Symbol.for('drawbridge.tool_return')

/** The parts of a result that a tool may set itself; everything else is the pipeline's. */
export interface ToolReturnParts {
  /** What the model sees. */
  readonly content: string | readonly UnlabelledBlock[]
  /** The structured value for programs. */
  readonly data?: unknown
  /** What a person sees instead of the content. */
  readonly forUser?: string
  readonly media?: readonly UnlabelledBlock[]
  /** Free JSON for debugging and replay. */
  readonly meta?: unknown
}

/** A result made by `toolReturn`, told apart from plain output by its mark. */
export interface ToolReturn extends ToolReturnParts {
  readonly [marker]: true
}

/** Returned by a tool that sets the parts of its result apart. A tool that does not may return any plain value. */
export function toolReturn(parts: ToolReturnParts): ToolReturn {
  return { ...parts, [marker]: true }
}

export function isToolReturn(value: unknown): value is ToolReturn {
  return typeof value === 'object' && value !== null && marker in value
}
