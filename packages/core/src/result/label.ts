/** A piece of a tool's output that a content block was made from. */
export interface LabelSource {
  readonly tool: string
  /** The source that the tool read, e.g. a path or a URL. */
  readonly target?: string
}

/** The trust in a content: `untrusted` may try to give a model instructions. */
export type Trust = 'trusted' | 'untrusted'

/**
 * The source, trust and readers of content. Trusted is text of the user, the operator and Drawbridge itself. No step on
 * the way to the model may drop a label.
 */
export interface Label {
  readonly sources: readonly LabelSource[]
  readonly trust: Trust
  readonly readers: 'anyone' | readonly string[]
}

/** The label of Drawbridge's own messages. */
export const ownLabel: Label = { sources: [], trust: 'trusted', readers: 'anyone' }

/** The label of content made from several pieces: all sources, the lesser trust, the readers common to both. */
export function joinLabels(left: Label, right: Label): Label {
  return {
    sources: uniteSources(left.sources, right.sources),
    trust: left.trust === 'trusted' && right.trust === 'trusted' ? 'trusted' : 'untrusted',
    readers: commonReaders(left.readers, right.readers),
  }
}

function uniteSources(left: readonly LabelSource[], right: readonly LabelSource[]): readonly LabelSource[] {
  const isKnown = (source: LabelSource) =>
    left.some((known) => known.tool === source.tool && known.target === source.target)
  return [...left, ...right.filter((source) => !isKnown(source))]
}

function commonReaders(left: Label['readers'], right: Label['readers']): Label['readers'] {
  if (left === 'anyone') return right
  if (right === 'anyone') return left
  return left.filter((reader) => right.includes(reader))
}
