import type { ToolContext, UnlabelledBlock } from '@drawbridge/core'
import { ownLabel } from '@drawbridge/core/artifact'
import { quotedPath, unquotedPath } from '@drawbridge/core/base'

/**
 * Returns an entry of a folder as a path that every tool accepts: below the folder as the call named it. A relative path that would
 * be read as something else (a home, an option, a quoted name) begins with `./`.
 * @param entry Relative to the folder; empty for the folder itself.
 */
export function pathBelow(folder: string, entry: string): string {
  const named = unquotedPath(folder)
  const isHere = /^(\.\/*)*$/.test(named)
  if (entry === '') return isHere ? '.' : clear(named, /^"/)
  if (isHere) return clear(entry, /^["~-]/)
  return clear(named.endsWith('/') ? named + entry : `${named}/${entry}`, /^"/)
}

function clear(path: string, unclear: RegExp): string {
  return unclear.test(path) ? `./${path}` : path
}

/** Returns a path as one line of a result: quoted where it would break the line. Every tool accepts this form too. */
export function shownPath(path: string): string {
  return quotedPath(path)
}

/**
 * Resolves to false for a path with bytes that are not UTF-8, which no tool can open: a program's output is read with U+FFFD in
 * their place, and nothing has that name.
 */
export async function isNamed(path: string, { files }: Pick<ToolContext, 'files'>): Promise<boolean> {
  return !path.includes('\ufffd') || (await files.stat(path)) !== undefined
}

/** Returns our words on files that have no name that a tool can be given; undefined for none. */
export function unnamedNote(paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined
  const shown = paths.slice(0, 3).map((path) => quotedPath(path))
  const more = paths.length > shown.length ? ', …' : ''
  return `Names that are not UTF-8, so that no tool can open these files: ${shown.join(', ')}${more}. Rename them with a command.`
}

/**
 * Returns a text block with our own words, separate from foreign content: `[like this]`. Returns nothing for no parts.
 */
export function note(...parts: readonly (string | undefined)[]): readonly UnlabelledBlock[] {
  const said = parts.filter((part) => part !== undefined && part !== '')
  return said.length === 0 ? [] : [{ type: 'text', text: `[${said.join(' ')}]`, label: ownLabel }]
}
