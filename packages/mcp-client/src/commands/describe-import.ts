import { escapeToOneLine } from '@drawbridge/core/base'
import type { ImportedEntry } from '../import/plan/plan-import.ts'

/** The result of an import, or of a look at what one would do. */
export interface ImportReport {
  readonly entries: readonly ImportedEntry[]
  readonly broken: readonly { readonly path: string; readonly why: string }[]
  readonly backup: { readonly id: string; readonly folder: string } | undefined
  readonly failures: readonly string[]
}

/** Returns the report as lines, by file. */
export function describeImport(
  { entries, broken, backup, failures }: ImportReport,
  { isDry, home }: { readonly isDry: boolean; readonly home: string },
): string {
  const paths = [...new Set(entries.map(({ path }) => path))]
  const files = paths.map((path) => {
    const lines = entries.filter((entry) => entry.path === path).map(describeEntry)
    return `${escapeToOneLine(path)}\n${lines.join('')}`
  })
  const lines = [
    ...files,
    ...broken.map(({ path, why }) => `${escapeToOneLine(path)} ${escapeToOneLine(why)}\n`),
    ...failures.map((failure) => `${escapeToOneLine(failure)}\n`),
  ]
  if (lines.length === 0) return 'No MCP servers of other clients were found.\n'
  const end = isDry
    ? 'Nothing was changed.\n'
    : backup === undefined
      ? 'Nothing had to be changed.\n'
      : `The files as they were are in ${backup.folder}, for you alone. To bring them back: drawbridge mcp restore ${backup.id} --home ${home}\n${nextStep(entries)}Restart the clients to use the change.\n`
  return `${lines.join('')}${end}`
}

/** Says what a person has to do before the servers that moved work again. */
function nextStep(entries: readonly ImportedEntry[]): string {
  const ids = entries.flatMap(({ outcome }) => (outcome.kind === 'imported' && outcome.isEnabled ? [outcome.id] : []))
  if (ids.length === 0) return ''
  const commands = [...new Set(ids)].map((id) => `  drawbridge mcp consent ${id}\n`)
  return `No client sees the tools of a server before you have looked at them and agreed:\n${commands.join('')}`
}

function describeEntry({ name, outcome, notes }: ImportedEntry): string {
  const [shown, rest] = [escapeToOneLine(name), notes.map((note) => `    ${escapeToOneLine(note)}\n`).join('')]
  switch (outcome.kind) {
    case 'own':
      return `  ${shown}  is Drawbridge itself\n`
    case 'stays':
      return `  ${shown}  stays where it is: it ${escapeToOneLine(outcome.why)}\n`
    case 'imported':
    case 'same': {
      const { id, kind, needs, isEnabled, isAgreed } = outcome
      const became = kind === 'same' ? `is the same server as "${id}"` : `becomes "${id}"`
      if (needs.length > 0)
        return `  ${shown}  ${became}, switched off: needs input: ${needs.map(escapeToOneLine).join(', ')}. It stays where it is until then.\n${rest}`
      if (!isAgreed) return `  ${shown}  ${became} and stays where it is\n${rest}`
      return `  ${shown}  ${became}${isEnabled ? '' : ', switched off as it was'}\n${rest}`
    }
    default:
      return outcome satisfies never
  }
}
