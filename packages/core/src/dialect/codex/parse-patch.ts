import { marks, type PatchChange, type PatchHunk } from './patch-change.ts'

/** The changes in an envelope, or the line where it is none and why. */
export type PatchReading =
  | { readonly status: 'read'; readonly changes: readonly PatchChange[] }
  /** @property line From 1. */
  | { readonly status: 'malformed'; readonly line: number; readonly why: string }

/**
 * Reads the envelope in which Codex writes patches: from `*** Begin Patch` to `*** End Patch`, with a section for each file. As Codex
 * does, it takes blanks around those words and the envelope in a here-document. Pure.
 */
export function parsePatch(text: string): PatchReading {
  const all = text.trim().split('\n')
  const lines = all.every((line) => line.endsWith('\r') || line === all.at(-1)) ? all.map(withoutReturn) : all
  const first = /^<<(['"]?)EOF\1$/.test(lines[0]?.trim() ?? '') && lines.at(-1)?.trim() === 'EOF' ? 1 : 0
  const last = lines.length - 1 - first
  if (lines[first]?.trim() !== marks.begin) return malformed(first, `it must begin with "${marks.begin}"`)
  if (last <= first || lines[last]?.trim() !== marks.end)
    return malformed(
      last,
      `it must end with "${marks.end}". It seems to have been truncated: send the complete patch again`,
    )
  const changes: PatchChange[] = []
  let at = first + 1
  while (at < last) {
    const line = lines[at] ?? ''
    if (line.trim() === '') {
      at += 1
      continue
    }
    const section = readSection(lines, at, last)
    if ('why' in section) return malformed(section.at, section.why)
    changes.push(section.change)
    at = section.next
  }
  return changes.length === 0 ? malformed(first, 'it has no section for a file') : { status: 'read', changes }
}

const malformed = (at: number, why: string): PatchReading => ({ status: 'malformed', line: at + 1, why })

type Section = { readonly change: PatchChange; readonly next: number } | { readonly at: number; readonly why: string }

function readSection(lines: readonly string[], at: number, last: number): Section {
  const line = (lines[at] ?? '').trim()
  const pathOf = (mark: string) => (line.startsWith(mark) ? line.slice(mark.length).trim() : undefined)
  const created = pathOf(marks.create)
  const deleted = pathOf(marks.delete)
  const edited = pathOf(marks.edit)
  if ((created ?? deleted ?? edited) === '') return { at, why: 'it names no file' }
  if (created !== undefined) return readCreation(lines, created, { at: at + 1, last })
  if (deleted !== undefined) return { change: { action: 'delete', path: deleted }, next: at + 1 }
  if (edited !== undefined) return readEdit(lines, edited, { at: at + 1, last })
  return { at, why: `a section begins with "${marks.create}", "${marks.edit}" or "${marks.delete}" and a path` }
}

interface Span {
  readonly at: number
  readonly last: number
}

function readCreation(lines: readonly string[], path: string, { at, last }: Span): Section {
  let content = ''
  let next = at
  for (; next < last && lines[next]?.startsWith('+'); next += 1) content += `${lines[next]?.slice(1)}\n`
  return { change: { action: 'create', path, content }, next }
}

function readEdit(lines: readonly string[], path: string, { at, last }: Span): Section {
  const hunks: PatchHunk[] = []
  let to: string | undefined
  let next = at
  if (lines[next]?.startsWith(marks.move)) {
    to = lines[next]?.slice(marks.move.length).trim()
    if (to === '') return { at: next, why: 'it names no new path' }
    next += 1
  }
  while (next < last && !startsSection(lines[next] ?? '')) {
    if ((lines[next] ?? '').trim() === '' && !isInHunk(lines, next, last)) {
      next += 1
      continue
    }
    const read = readHunk(lines, { at: next, last })
    if ('why' in read) return read
    // Context alone, as some models write it, changes nothing.
    if (read.hunk.old !== read.hunk.new) hunks.push(read.hunk)
    next = read.next
  }
  if (hunks.length === 0 && to === undefined) return { at: at - 1, why: `the section of "${path}" changes nothing` }
  const moved = to === undefined ? {} : { to }
  return { change: { action: 'edit', path, ...(hunks.length === 0 ? {} : { hunks }), ...moved }, next }
}

function startsSection(line: string): boolean {
  return line.startsWith('*** ') && line.trim() !== marks.endOfFile
}

/** A blank line without its leading space belongs to a hunk only if more lines of it follow. */
function isInHunk(lines: readonly string[], at: number, last: number): boolean {
  let next = at
  while (next < last && (lines[next] ?? '').trim() === '') next += 1
  return next < last && /^[ +-]/.test(lines[next] ?? '')
}

type HunkReading = { readonly hunk: PatchHunk; readonly next: number } | { readonly at: number; readonly why: string }

function readHunk(lines: readonly string[], { at, last }: Span): HunkReading {
  const after: string[] = []
  let next = at
  for (; next < last && lines[next]?.startsWith(marks.anchor); next += 1) {
    const anchor = lines[next] ?? ''
    if (anchor !== marks.anchor && !anchor.startsWith(`${marks.anchor} `))
      return { at: next, why: `a hunk begins with "@@", or "@@ " and a line of the file` }
    const line = anchor.slice(marks.anchor.length + 1)
    if (line !== '') after.push(line)
  }
  const begun = next
  let old = ''
  let added = ''
  for (; next < last; next += 1) {
    const line = lines[next] ?? ''
    const isBlank = line === '' && isInHunk(lines, next, last)
    const kind = isBlank ? ' ' : line[0]
    if (kind !== ' ' && kind !== '-' && kind !== '+') break
    if (kind !== '+') old += `${line.slice(1)}\n`
    if (kind !== '-') added += `${line.slice(1)}\n`
  }
  if (next === begun) return { at: next, why: 'a line of a hunk begins with " ", "-" or "+"' }
  const atEnd = next < last && (lines[next] ?? '').trim() === marks.endOfFile
  const hunk = { ...(after.length === 0 ? {} : { after }), old, new: added, at_end: atEnd }
  return { hunk, next: atEnd ? next + 1 : next }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
