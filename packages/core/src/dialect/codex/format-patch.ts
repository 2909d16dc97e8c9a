import { marks, type PatchChange, type PatchHunk } from './patch-change.ts'

/** Writes changes as the envelope that `parsePatch` reads; undefined for what it cannot say. Pure. */
export function formatPatch(changes: readonly PatchChange[]): string | undefined {
  const sections = changes.map(formatChange)
  if (sections.includes(undefined)) return undefined
  return `${marks.begin}\n${sections.join('')}${marks.end}\n`
}

function formatChange({ action, path, content = '', hunks = [], to }: PatchChange): string | undefined {
  if (!isPlain(path) || (to !== undefined && !isPlain(to))) return undefined
  switch (action) {
    case 'create':
      return isWhole(content) ? `${marks.create}${path}\n${prefixed('+', content)}` : undefined
    case 'delete':
      return `${marks.delete}${path}\n`
    case 'edit': {
      const parts = hunks.map(formatHunk)
      if (parts.includes(undefined)) return undefined
      return `${marks.edit}${path}\n${to === undefined ? '' : `${marks.move}${to}\n`}${parts.join('')}`
    }
    default:
      return action satisfies never
  }
}

function formatHunk({ after, old, new: added, at_end: atEnd }: PatchHunk): string | undefined {
  if (after?.length === 0 || after?.some((line) => line.includes('\n')) || !isWhole(old) || !isWhole(added))
    return undefined
  const anchors = after === undefined ? `${marks.anchor}\n` : after.map((line) => `${marks.anchor} ${line}\n`).join('')
  return `${anchors}${prefixed('-', old)}${prefixed('+', added)}${atEnd ? `${marks.endOfFile}\n` : ''}`
}

/** A path that stays what it is on a line of its own, without blanks around it. */
function isPlain(path: string): boolean {
  return !path.includes('\n') && path === path.trim()
}

/** True for lines that all have their line ends. */
function isWhole(text: string): boolean {
  return text === '' || text.endsWith('\n')
}

function prefixed(sign: string, text: string): string {
  return text === ''
    ? ''
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${sign}${line}\n`)
        .join('')
}
