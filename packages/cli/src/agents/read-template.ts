import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { errorMessage, ToolFault } from '@drawbridge/core'
import {
  type AgentTemplate,
  checkDocumentPath,
  contextFileNames,
  defaultDocumentLimits,
  withoutSection,
} from '@drawbridge/core/virtual'
import { UsageError } from '../command-line/usage-error.ts'

export interface ReadTemplate extends Required<AgentTemplate> {
  /** Names in the folder that mean nothing to an agent. */
  readonly ignored: readonly string[]
}

/**
 * Reads an agent's initial files: the context files of a folder, its `MEMORY.md` and `memory/`. Throws if there are
 * none.
 */
export function readTemplate(folder: string): ReadTemplate {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new UsageError(`The template "${folder}" is not an existing folder.`)
  }
  const names = readdirSync(folder)
  const below = memoryBelow(folder)
  const memoryFiles = [...names.filter((name) => name === 'MEMORY.md'), ...below.files]
  const contextFiles = contextFileNames.filter((name) => names.includes(name))
  if (contextFiles.length + memoryFiles.length === 0) {
    throw new UsageError(
      `The template "${folder}" has none of ${contextFileNames.join(', ')}, MEMORY.md, memory/. Names are case-sensitive.`,
    )
  }
  const used: ReadonlySet<string> = new Set([...contextFiles, 'MEMORY.md', 'memory'])
  return {
    contextFiles: textsOf(folder, contextFiles),
    memory: textsOf(folder, memoryFiles),
    ignored: [...names.filter((name) => !used.has(name)), ...below.others].sort(),
  }
}

interface MemoryBelow {
  readonly files: readonly string[]
  /** Links, pipes and the like. */
  readonly others: readonly string[]
}

function memoryBelow(folder: string): MemoryBelow {
  const memory = join(folder, 'memory')
  if (!existsSync(memory)) return { files: [], others: [] }
  if (!statSync(memory).isDirectory()) throw new UsageError('"memory" in the template is not a folder.')
  const entries = readdirSync(memory, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
  const pathsOf = (chosen: typeof entries) =>
    chosen.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort()
  return {
    files: pathsOf(entries.filter((entry) => entry.isFile())),
    others: pathsOf(entries.filter((entry) => !entry.isFile())),
  }
}

function textsOf(folder: string, paths: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(paths.map((path) => [path, readText(folder, path)]))
}

function readText(folder: string, path: string): string {
  const bytes = readBytes(folder, path)
  const text = bytes.toString('utf8')
  if (!bytes.equals(Buffer.from(text)) || text.includes('\0')) {
    throw new UsageError(`"${path}" is not UTF-8 text, which all files of an agent must be.`)
  }
  asUsage(() => checkDocumentPath(path))
  return path === 'TOOLS.md' ? asUsage(() => withoutSection(path, text, undefined)) : text
}

function readBytes(folder: string, path: string): Buffer {
  try {
    const stat = statSync(join(folder, path))
    if (!stat.isFile()) throw new UsageError(`"${path}" in the template is not a file.`)
    const { maxBytes } = defaultDocumentLimits
    if (stat.size > maxBytes) {
      throw new UsageError(`"${path}" has ${stat.size} bytes; an agent's file has at most ${maxBytes}.`)
    }
    return readFileSync(join(folder, path))
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`"${path}" of the template cannot be read: ${errorMessage(error)}`)
  }
}

/** Turns an error for a model into one for the operator. */
function asUsage<Value>(check: () => Value): Value {
  try {
    return check()
  } catch (error) {
    if (!ToolFault.isInstance(error)) throw error
    throw new UsageError(error.failure.message)
  }
}
