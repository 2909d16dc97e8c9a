import { fail, type ToolContext } from '@drawbridge/core'
import type { FileEntry } from '@drawbridge/core/machine'
import { rulesFor, skippedBelow } from '@drawbridge/tools/listing'
import { isManifest } from '../graph/project.ts'
import { type Language, languageOf } from '../language/index.ts'

/** A source file that is not read yet. */
export interface FoundSource {
  /** Relative to the folder of the map; empty if that is the file itself. */
  readonly path: string
  /** A path that the call's files accept. */
  readonly location: string
  readonly language: Language
}

export interface FoundSources {
  readonly sources: readonly FoundSource[]
  readonly manifests: readonly { readonly path: string; readonly location: string }[]
  /** Files left out for their size. Relative. */
  readonly tooLarge: readonly string[]
  /** True if there were more than are ever mapped. */
  readonly isIncomplete: boolean
}

export interface CollectInput {
  readonly path: string
  readonly depth?: number | undefined
}

/** The size of the largest file that is parsed, in bytes. */
export const maxSourceBytes = 512 * 1024

/** The most files of one map. */
export const maxSources = 4_000

const maxManifests = 500

/** Finds the source files below a folder, without those that the call may not see, that are ignored or that belong to dependencies. */
export async function collectSources(input: CollectInput, context: ToolContext): Promise<FoundSources> {
  const { files } = context
  const stat = await files.stat(input.path)
  if (stat === undefined) {
    fail('file_not_found', `Nothing exists at "${input.path}". Give a folder, or find one with fs.list_files.`)
  }
  return stat.kind === 'directory' ? collectBelow(input, context) : onlyFile(input.path, stat.size)
}

function onlyFile(path: string, size: number): FoundSources {
  const language = languageOf(path)
  if (language === undefined) {
    fail('invalid_target', `"${path}" is not source code in a language that code.map knows. Read it with fs.read_file.`)
  }
  if (size > maxSourceBytes) {
    fail(
      'file_too_large',
      `"${path}" has ${size} bytes; code.map parses at most ${maxSourceBytes}. Use fs.search on it.`,
    )
  }
  return { sources: [{ path: '', location: path, language }], manifests: [], tooLarge: [], isIncomplete: false }
}

async function collectBelow({ path, depth }: CollectInput, context: ToolContext): Promise<FoundSources> {
  const { files, workspace, signal } = context
  const root = files.realPath(path)
  const rules = await rulesFor(files, path, workspace)
  const isShown = async (entry: FileEntry) => !(await rules.ignores(entry.path, entry.kind === 'directory'))
  const skips = skippedBelow(path)
  const enter = async (entry: FileEntry) => !skips.has(nameOf(entry.path)) && (await isShown(entry))
  const sources: FoundSource[] = []
  const manifests: { path: string; location: string }[] = []
  const tooLarge: string[] = []
  for await (const entry of files.walk(path, { ...(depth === undefined ? {} : { depth }), enter, signal })) {
    if (entry.kind !== 'file') continue
    const language = languageOf(entry.path)
    const isUsedManifest = isManifest(entry.path) && manifests.length < maxManifests
    if ((language === undefined && !isUsedManifest) || !(await isShown(entry))) continue
    const location = root === '/' ? `/${entry.path}` : `${root}/${entry.path}`
    if (language === undefined) manifests.push({ path: entry.path, location })
    else if (entry.size > maxSourceBytes) tooLarge.push(entry.path)
    else if (sources.length === maxSources) return { sources, manifests, tooLarge, isIncomplete: true }
    else sources.push({ path: entry.path, location, language })
  }
  return { sources, manifests, tooLarge, isIncomplete: false }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
