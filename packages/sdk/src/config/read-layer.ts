import type { LoadedSection } from '../room/room-sections.ts'
import { checkFolders } from './check-folders.ts'
import { type ConfigLayer, fileLayer } from './config-layer.ts'
import type { ConfigProblem } from './config-problem.ts'
import { parseConfig } from './parse-config.ts'
import { readConfigText } from './read-config-text.ts'
import type { ReferenceSources } from './resolve-references.ts'

export type LayerReading =
  | { readonly status: 'read'; readonly layer: ConfigLayer }
  | { readonly status: 'missing' }
  | { readonly status: 'refused'; readonly problems: readonly ConfigProblem[] }

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads one file and checks what can be checked without the others. A project's file sees no environment and no secrets. */
export function readLayer(
  kind: ConfigLayer['kind'],
  file: string,
  sources: ReferenceSources,
  sections?: readonly LoadedSection[] | 'any',
): LayerReading {
  const text = readConfigText(file)
  if (text.status === 'missing') return text
  if (text.status === 'failed') return { status: 'refused', problems: [atStart(file, text.why)] }
  const parsed = parseConfig(file, text.text, kind === 'project' ? nothing : sources, sections)
  if (parsed.status === 'refused') return parsed
  const layer = fileLayer(kind, parsed.config, parsed)
  const problems = checkFolders(layer)
  return problems.length > 0 ? { status: 'refused', problems } : { status: 'read', layer }
}

const nothing: ReferenceSources = { environment: undefined, secrets: undefined }

/** A problem with a file as a whole. */
export function atStart(file: string, message: string): ConfigProblem {
  return { file, line: 1, column: 1, message }
}
