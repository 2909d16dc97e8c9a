import { compileTextPattern } from '../text-pattern.ts'
import { parseToolEntry } from './tool-entry.ts'
import type { ToolIdentity } from './tool-identity.ts'

/** One entry as it was written, with where that is. */
export interface ListedEntry {
  readonly text: string
  readonly source: string
}

/** A list of tools, ready for use. */
export interface ToolList {
  /** Where the list stands. */
  readonly source: string
  /** The entry that a tool is listed by. */
  find(tool: ToolIdentity): ListedEntry | undefined
}

/** @param sourceOf Where the entry with this index stands; the list itself without one. */
export function compileToolList(entries: readonly string[], sourceOf: (index?: number) => string): ToolList {
  const names = new Map<string, ListedEntry>()
  const groups = new Map<string, ListedEntry>()
  const tags = new Map<string, ListedEntry>()
  const patterns: { readonly matches: (name: string) => boolean; readonly entry: ListedEntry }[] = []
  for (const [index, text] of entries.entries()) {
    const entry = { text, source: sourceOf(index) }
    const parsed = parseToolEntry(text)
    switch (parsed.kind) {
      case 'name':
        names.set(parsed.name, entry)
        break
      case 'pattern':
        patterns.push({ matches: compileTextPattern(parsed.pattern), entry })
        break
      case 'group':
        groups.set(parsed.group, entry)
        break
      case 'tag':
        tags.set(parsed.tag, entry)
        break
      default:
        parsed satisfies never
    }
  }
  return {
    source: sourceOf(),
    find: (tool) =>
      names.get(tool.name) ??
      firstOf(tool.groups, groups) ??
      firstOf(tool.tags, tags) ??
      patterns.find(({ matches }) => matches(tool.name))?.entry,
  }
}

function firstOf(keys: Iterable<string>, entries: ReadonlyMap<string, ListedEntry>): ListedEntry | undefined {
  if (entries.size === 0) return undefined
  for (const key of keys) {
    const entry = entries.get(key)
    if (entry !== undefined) return entry
  }
  return undefined
}
