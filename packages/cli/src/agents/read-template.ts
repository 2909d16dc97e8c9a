import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  type AgentTemplate,
  checkDocumentPath,
  contextFileNames,
  defaultDocumentLimits,
} from '@drawbridge/core/virtual'
import { UsageError } from '../command-line/usage-error.ts'

export interface ReadTemplate extends Required<AgentTemplate> {
  /** Names in the folder that mean nothing to an agent. */
  readonly ignored: readonly string[]
}

/** What an agent begins with: the context files of a folder, its `MEMORY.md` and `memory/`. Throws where there is none of them. */
export function readTemplate(folder: string): ReadTemplate {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new UsageError(`The template "${folder}" is not an existing folder.`)
  }
  const names = readdirSync(folder)
  const memoryFiles = [...names.filter((name) => name === 'MEMORY.md'), ...memoryBelow(folder)]
  const contextFiles = contextFileNames.filter((name) => names.includes(name))
  if (contextFiles.length + memoryFiles.length === 0) {
    throw new UsageError(
      `The template "${folder}" has none of ${contextFileNames.join(', ')}, MEMORY.md, memory/. Names count as they are written.`,
    )
  }
  const used: ReadonlySet<string> = new Set([...contextFiles, 'MEMORY.md', 'memory'])
  return {
    contextFiles: textsOf(folder, contextFiles),
    memory: textsOf(folder, memoryFiles),
    ignored: names.filter((name) => !used.has(name)).sort(),
  }
}

function memoryBelow(folder: string): readonly string[] {
  const memory = join(folder, 'memory')
  if (!existsSync(memory)) return []
  const entries = readdirSync(memory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

function textsOf(folder: string, paths: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(paths.map((path) => [path, readText(folder, path)]))
}

function readText(folder: string, path: string): string {
  checkDocumentPath(path)
  const bytes = readFileSync(join(folder, path))
  if (bytes.length > defaultDocumentLimits.maxBytes) {
    throw new UsageError(
      `"${path}" has ${bytes.length} bytes; an agent's file has at most ${defaultDocumentLimits.maxBytes}.`,
    )
  }
  const text = bytes.toString('utf8')
  if (!bytes.equals(Buffer.from(text)) || text.includes('\0')) {
    throw new UsageError(`"${path}" is no text in UTF-8, and an agent's files hold nothing else.`)
  }
  return text
}
