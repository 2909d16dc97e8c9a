import { isInterpreterName, type ShellCommand, suggestPrefix } from '@drawbridge/shell/cover'
import { type CommandTarget, shellCommand } from '../target/target.ts'

/** Words for what may not come back, as they name sub-commands and goals: `git rm`, `npm uninstall`, `make clean`. */
const destructiveWords: ReadonlySet<string> = new Set(
  `rm rmi rmdir remove del delete destroy drop purge prune clean clear reset restore uninstall erase wipe truncate revoke
  unpublish kill terminate undeploy down flush expunge evict discard abort`.split(/\s+/),
)

/** Effects that are never allowed beyond one call. */
const effectsOnce: Readonly<Partial<Record<string, string>>> = {
  deletes: 'deletes',
  executes: 'runs code that the command does not show',
  privilege: 'runs with other privileges',
  process: 'affects other processes',
  system: 'changes the system',
}

/** Returns the reason that a command keeps its call from being granted more than once; undefined if it does not. */
export function objectionToCommand(target: CommandTarget): string | undefined {
  const command = target[shellCommand]
  const name = target.argv.map(({ text }) => text).join(' ')
  if (target.denyGroups.length > 0) return `"${name}" is in the group ${target.denyGroups.map(({ group }) => group)}`
  if (command === undefined) return `"${name}" was not analysed`
  const [gadget] = command.call.gadgets
  if (gadget !== undefined) return gadget.why
  if (isInterpreterName(command.call.name)) return `"${name}" runs code that the command does not show`
  const effect = [...command.call.effects].find((each) => effectsOnce[each] !== undefined)
  if (effect !== undefined) return `"${name}" ${effectsOnce[effect]}`
  const word = destructiveWord(command)
  if (word !== undefined) return `"${name}" contains "${word}", which may destroy something permanently`
  if (target.program.name.includes('/')) return `the file "${target.program.name}" may change`
  if (target.code?.some(({ uncertain }) => uncertain === true))
    return `"${name}" depends on more files than can be examined`
  const prefix = suggestPrefix(command)
  if (prefix === undefined) return `no prefix of "${name}" covers all its effects`
  const isWhole = prefix === target.argv[0]?.text
  return isWhole && target.argv.some((word) => !word.static)
    ? `parts of "${name}" are unknown until it runs`
    : undefined
}

/** Checks the words that name the action: the first few that are not options. */
function destructiveWord({ argv, call }: ShellCommand): string | undefined {
  const named = argv.slice(1).filter(({ text }) => !text.startsWith('-'))
  const words = named.slice(0, Math.max(2, call.named)).flatMap(({ text }) => text.toLowerCase().split(/[:._-]/))
  return words.find((word) => destructiveWords.has(word))
}
