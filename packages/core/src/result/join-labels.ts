import type { Label, LabelSource } from './label.ts'

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
