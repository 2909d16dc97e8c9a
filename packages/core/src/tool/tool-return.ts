import type { UnlabelledBlock } from '../result/content-block.ts'

const marker = Symbol.for('drawbridge.tool_return')

/** The parts of a result that a tool may set itself; everything else is the pipeline's. */
export interface ToolOutputParts {
  /** The content for the model. */
  readonly content: string | readonly UnlabelledBlock[]
  /** The structured value for programs. */
  readonly data?: unknown
  /** The text that a person sees instead of the content. */
  readonly forUser?: string
  readonly media?: readonly UnlabelledBlock[]
  /** Free JSON for debugging and replay. */
  readonly meta?: unknown
}

/** A result made by `toolOutput`, told apart from plain output by its mark. */
export interface ToolOutput extends ToolOutputParts {
  readonly [marker]: true
}

/** Returned by a tool that sets the parts of its result apart. A tool that does not may return any plain value. */
export function toolOutput(parts: ToolOutputParts): ToolOutput {
  return { ...parts, [marker]: true }
}

/** Returns true if `toolOutput` made the value, in this or another copy of this package. */
export function isToolOutput(value: unknown): value is ToolOutput {
  return typeof value === 'object' && value !== null && marker in value
}
