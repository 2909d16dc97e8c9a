import { compileTextPattern } from '../text-pattern.ts'
import { parseToolEntry } from './tool-entry.ts'
import type { ToolIdentity } from './tool-identity.ts'

/** One entry as it was written, with its place. */
export interface ListedEntry {
  readonly text: string
  readonly source: string
}

/** A list of tools, ready for use. */
export interface ToolList {
  /** The source of the list. */
  readonly source: string
  /** The entry that a tool is listed by. */
  find(tool: ToolIdentity): ListedEntry | undefined
}

/** @param sourceOf Returns the place of the entry with this index; without an index, that of the list. */
export function compileToolList(entries: readonly string[], sourceOf: (index?: number) => string): ToolList {
  const names = new Map<string, ListedEntry>()
  const groups = new Map<string, ListedEntry>()
  const tags: { readonly tag: string; readonly entry: ListedEntry }[] = []
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
        tags.push({ tag: parsed.tag, entry })
        break
      default:
        parsed satisfies never
    }
  }
  // Asked for every tool of a registry: what the list does not have costs nothing.
  return {
    source: sourceOf(),
    find: ({ name, groups: own, tags: marks }) => {
      const named = names.get(name)
      if (named !== undefined) return named
      if (groups.size > 0) for (const group of own) if (groups.has(group)) return groups.get(group)
      for (const { tag, entry } of tags) if (marks.has(tag)) return entry
      for (const { matches, entry } of patterns) if (matches(name)) return entry
      return undefined
    },
  }
}
