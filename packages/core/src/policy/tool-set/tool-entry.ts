/** One entry of a list of tools. */
export type ToolEntry =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'tag'; readonly tag: string }

/** Reads `fs.read_file`, `fs.*`, `group:fs` or `tag:network`. */
export function parseToolEntry(text: string): ToolEntry {
  if (text.startsWith('group:')) return { kind: 'group', group: text.slice('group:'.length) }
  if (text.startsWith('tag:')) return { kind: 'tag', tag: text.slice('tag:'.length) }
  return text.includes('*') ? { kind: 'pattern', pattern: text } : { kind: 'name', name: text }
}
