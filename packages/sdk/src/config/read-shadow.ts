import { homedir } from 'node:os'
import type { LoadedSection } from '../room/room-sections.ts'
import type { ConfigLayer } from './config-layer.ts'
import type { ConfigProblem } from './config-problem.ts'
import { atStart, readLayer } from './read-layer.ts'
import type { ReferenceSources } from './resolve-references.ts'

/** The shadow policy of a configuration, checked in its shape. */
export interface ShadowReading {
  /** The file that holds it; undefined if the configuration does. */
  readonly file: string | undefined
  /** Absent if it cannot be read, which affects nothing else. */
  readonly layer?: ConfigLayer
  readonly problems: readonly ConfigProblem[]
}

/**
 * Reads the shadow policy that the last of some layers names or holds. It is judged alone, as the operator's, without the policies of
 * projects: as `drawbridge simulate` tries one.
 */
export function readShadow(
  layers: readonly ConfigLayer[],
  { environment }: Pick<ReferenceSources, 'environment'>,
  sections: readonly LoadedSection[],
): ShadowReading | undefined {
  const owner = layers.findLast(({ config }) => config.shadow !== undefined)
  if (owner === undefined) return undefined
  const file = owner.config.shadow?.policy?.replace(/^~(?=\/)/, homedir())
  if (file === undefined) return { file, layer: inlineLayer(owner), problems: [] }
  const reading = readLayer('operator', file, { environment, secrets: 'unchecked' }, sections)
  switch (reading.status) {
    case 'read':
      return { file, layer: reading.layer, problems: [] }
    case 'missing':
      return { file, problems: [atStart(file, 'The file does not exist.')] }
    case 'refused':
      return { file, problems: reading.problems }
  }
}

/** The sections below `shadow` as a layer of their own, whose places are those of the layer that holds them. */
function inlineLayer(owner: ConfigLayer): ConfigLayer {
  const { policy: _, ...config } = owner.config.shadow ?? {}
  return {
    ...owner,
    config,
    source: (path) => owner.source(['shadow', ...path]),
    problem: (path, message, key) => owner.problem(['shadow', ...path], message, key),
  }
}
