import type { ShellCommand } from '../shell-command.ts'
import type { Word } from '../word/word.ts'
import { parseRule } from './split-rule.ts'
import { surroundingsObjection } from './surroundings-objection.ts'

/**
 * Returns true if a granted prefix covers one simple command: its first words equal the rule, and nothing in the rest
 * goes beyond those words. The only matcher of command prefixes; see the README for each clause.
 */
export function covers(rule: string | readonly string[], command: ShellCommand): boolean {
  return coverageObjection(rule, command) === undefined
}

/** Returns the reason that a rule does not cover a command; `undefined` if it does. */
export function coverageObjection(rule: string | readonly string[], command: ShellCommand): string | undefined {
  const words = typeof rule === 'string' ? parseRule(rule) : rule
  if (words === undefined || words.length === 0) return 'the rule is not one plain command'
  if (!startsWith(command, words)) return 'the command begins with other words'
  if (command.speculative) return 'it is only a guess at what is started'
  const { argv, call } = command
  for (const [index, word] of argv.entries()) {
    if (word.static || word.pipe !== undefined) continue
    if (call.data.has(index) && word.credential !== true) continue
    if (word.pattern && call.profiled && index >= words.length) continue
    return `${word.text} is not known beforehand`
  }
  if (command.stdin?.credential === true) return `${command.stdin.text} is a credential`
  if (command.location.moved === true && words.some((text, index) => isOwnFile(text, index, command)))
    return 'the line changes the folder, so that the rule would name another file'
  const gadget = call.gadgets.find(
    (found) =>
      found.words.some((index) => index < 0 || index >= words.length) &&
      !(found.beyondName === true && words.length === 1),
  )
  if (gadget !== undefined) return gadget.why
  return surroundingsObjection(command)
}

function startsWith(command: ShellCommand, words: readonly string[]): boolean {
  return words.every((expected, index) => {
    const word = command.argv[index]
    if (word === undefined) return false
    if (word.text === expected) return word.static
    return index > 0 && index === words.length - 1 && isBelow(word, expected, command)
  })
}

/** A word of the rule names a file that is run, seen from the folder of the command. */
const isOwnFile = (text: string, index: number, { argv, call }: ShellCommand): boolean =>
  !text.startsWith('/') &&
  (index === 0
    ? text.includes('/')
    : call.paths.some((use) => use.access === 'execute' && use.word.text === argv[index]?.text))

/** `python3 scripts` also means the scripts below that folder: the last word of a rule may name the folder of a path. */
function isBelow(word: Word, folder: string, command: ShellCommand): boolean {
  if (
    !word.static ||
    !/^[\w.][\w./-]*$/.test(folder) ||
    /(?:^|\/)\.\.?(?:\/|$)/.test(`${folder}/${word.text}`.slice(folder.length))
  )
    return false
  const isPath = command.call.paths.some((use) => use.word === word)
  return isPath && word.text.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}
