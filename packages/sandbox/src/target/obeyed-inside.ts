import { posix } from 'node:path'
import type { AnalysedCommand, CommandAnalysis } from './command-analysis.ts'
import type { ObeyedInside } from './look-at-code.ts'

/**
 * Programs that run what their words name, besides those whose profile says so, and those that name the place of the
 * rest.
 */
const starters =
  /^(?:(?:ba|da|z|k|a)?sh|source|\.|exec|eval|env|xargs|sudo|cd|pushd|node|deno|bun|python[\d.]*|perl|ruby|php)$/
const systemFolders = /^\/(?:usr|bin|sbin|opt|lib)\//

/** Returns the files that the commands of a script run or obey, and if they may start unknown ones. Pure. */
export function obeyedInside({ commands, touches }: CommandAnalysis, folder: string): ObeyedInside {
  const isUnknown = touches.some((touch) => touch.kind === 'dynamic' && touch.of !== 'path')
  return {
    files: commands.flatMap(({ code = [], cwd = folder }) => code.map((file) => ({ file, folder: cwd }))),
    startsMore: isUnknown || commands.some(mayStartMore),
  }
}

/** Returns true for a program or script whose name is built at run time, or one in a place that is not checked. */
function mayStartMore({ argv, gadgets, code = [] }: AnalysedCommand): boolean {
  const [program, ...words] = argv
  if (!program.static) return true
  const starts = starters.test(posix.basename(program.text)) || gadgets.length > 0
  if (starts && words.some((word) => !word.static)) return true
  const isOwn = program.text.includes('/') && !systemFolders.test(program.text)
  const isScript =
    starters.test(program.text) && words.some(({ text }) => text.startsWith('/') || text.startsWith('..'))
  return (isOwn || isScript) && code.length === 0
}
