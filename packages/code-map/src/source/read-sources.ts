import type { ToolContext } from '@drawbridge/core'
import type { Manifest } from '../graph/project.ts'
import type { FactsReader } from '../parse/create-facts-reader.ts'
import type { SourceFacts } from '../parse/source-facts.ts'
import { type FoundSource, type FoundSources, maxSourceBytes } from './collect-sources.ts'

/** A source file with what it declares and uses. */
export interface ReadSource {
  readonly path: string
  readonly language: string
  readonly family: string
  readonly facts: SourceFacts
}

export interface ReadSources {
  readonly sources: readonly ReadSource[]
  readonly manifests: readonly Manifest[]
  /** Files that are not text as people write it: binary, or machine-made with very long lines. */
  readonly notSource: readonly string[]
  /** Files that took too long to parse. */
  readonly tooSlow: readonly string[]
  /** True if time ran out before all files were read. */
  readonly isIncomplete: boolean
}

/** The files and bytes that one thread is sent at once. */
const batchFiles = 32
const batchBytes = 512 * 1024

/** The part of the call's time that may be spent on reading, and the most in milliseconds. The rest is for ranking. */
const timeShare = 0.6
const maxTimeMs = 60_000

/** Reads and parses the sources, one batch while the next is read. A file that cannot be read any more is left out. */
export async function readSources(
  found: FoundSources,
  reader: FactsReader,
  context: ToolContext,
): Promise<ReadSources> {
  const { clock, files, signal } = context
  const end = clock.now() + Math.min(maxTimeMs, context.timeoutMs * timeShare)
  const total = found.sources.length
  const sources: ReadSource[] = []
  const notSource: string[] = []
  const tooSlow: string[] = []

  const parse = async (batch: Batch): Promise<void> => {
    notSource.push(...batch.notSource)
    const texts = batch.sources.map(({ source, text }) => ({ text, language: source.language.id }))
    const facts = texts.length === 0 ? [] : await reader.read(texts, context)
    for (const [index, { source }] of batch.sources.entries()) {
      const read = facts[index]
      const { id, family } = source.language
      if (read === undefined) tooSlow.push(source.path)
      else sources.push({ path: source.path, language: id, family, facts: read })
    }
    context.progress({ message: `Parsed ${batch.end} of ${total} source files.`, fraction: batch.end / total })
  }

  let batch = await readBatch(found.sources, 0, context)
  while (batch.end < total && clock.now() < end) {
    const [next] = await Promise.all([readBatch(found.sources, batch.end, context), parse(batch)])
    batch = next
  }
  await parse(batch)

  const manifests: Manifest[] = []
  for (const { path, location } of found.manifests) {
    signal.throwIfAborted()
    const text = await readText(files, location)
    if (text !== undefined) manifests.push({ path, text })
  }
  return { sources, manifests, notSource, tooSlow, isIncomplete: batch.end < total }
}

interface Batch {
  readonly sources: readonly { readonly source: FoundSource; readonly text: string }[]
  readonly notSource: readonly string[]
  /** The index of the first source after it. */
  readonly end: number
}

async function readBatch(found: readonly FoundSource[], start: number, { files, signal }: ToolContext): Promise<Batch> {
  const sources: { source: FoundSource; text: string }[] = []
  const notSource: string[] = []
  let bytes = 0
  let end = start
  while (end < found.length && sources.length < batchFiles && bytes < batchBytes) {
    signal.throwIfAborted()
    const source = found[end]
    end += 1
    const text = source === undefined ? undefined : await readText(files, source.location)
    if (source === undefined || text === undefined) continue
    bytes += text.length
    if (isSourceText(text)) sources.push({ source, text })
    else notSource.push(source.path)
  }
  return { sources, notSource, end }
}

async function readText(files: ToolContext['files'], location: string): Promise<string | undefined> {
  try {
    const bytes = await files.readBytes(location, { maxBytes: maxSourceBytes })
    return new TextDecoder().decode(bytes)
  } catch {
    return undefined
  }
}

/** The average length of a line beyond which no person wrote the text. */
const maxAverageLine = 400

function isSourceText(text: string): boolean {
  if (text.slice(0, 8_192).includes('\0')) return false
  const lines = text.split('\n').length
  return text.length < 20_000 || text.length / lines < maxAverageLine
}
