/** A piece of a tool's output that a content block was made from. */
export interface LabelSource {
  readonly tool: string
  /** What the tool read, e.g. a path or a URL. */
  readonly target?: string
}

export type Trust = 'trusted' | 'untrusted'

/**
 * Where content came from, whether its words may steer the agent, and who may read it.
 * Trusted is text of the user, the operator and Drawbridge itself. Nothing on the way to the model may drop a label.
 */
export interface Label {
  readonly sources: readonly LabelSource[]
  readonly trust: Trust
  readonly readers: 'anyone' | readonly string[]
}

/** The label of Drawbridge's own messages. */
export const ownLabel: Label = { sources: [], trust: 'trusted', readers: 'anyone' }
