import type { Target } from '@drawbridge/core'
import { escapeToOneLine } from '@drawbridge/core/base'
import { type CommandTarget, shellCommand } from '@drawbridge/core/target'

const maxNamed = 3
const maxNameLength = 60

/**
 * Returns a remark about commands that a line starts in the background: bubblewrap ends them with the line, and nobody
 * can see which were still running. None if the line waits for them. Pure.
 */
export function leftoverRemarks(targets: readonly Target[]): readonly string[] {
  const commands = targets.filter((target) => target.kind === 'command')
  const started = commands.filter((command) => command[shellCommand]?.background === true)
  if (started.length === 0 || commands.some(({ program }) => program.name === 'wait')) return []
  const names = [...new Set(started.map(nameOf))]
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''
  return [
    `In this sandbox all processes of a command end with it: ${names.slice(0, maxNamed).join(', ')}${more} was ended if it was still running. To keep one running, start it with a call of its own and "background": true.`,
  ]
}

function nameOf({ argv }: CommandTarget): string {
  return `"${escapeToOneLine(argv.map(({ text }) => text).join(' ')).slice(0, maxNameLength)}"`
}
