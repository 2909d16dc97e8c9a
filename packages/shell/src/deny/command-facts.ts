import type { ShellCommand } from '../shell-command.ts'
import { shellNames } from '../unwrap/shell-names.ts'
import { sourcesOf } from '../walk/upstream.ts'
import { matchesGlob } from '../word/matches-glob.ts'
import type { Word } from '../word/word.ts'

/** The base name in lower case, as a case-insensitive file system reads it. */
export function lowerName(command: ShellCommand): string {
  return command.call.name.toLowerCase()
}

/** Returns true if the command has one of these names, or a glob that could expand to one. */
export function isNamed(command: ShellCommand, ...names: readonly string[]): boolean {
  const name = lowerName(command)
  if (names.includes(name)) return true
  return command.argv[0]?.pattern === true && names.some((candidate) => matchesGlob(name, candidate))
}

/** Texts of the words after the name, as far as they are known or guessed. */
export function texts(command: ShellCommand): readonly string[] {
  const known = textsOf.get(command)
  if (known !== undefined) return known
  const words = command.argv.slice(1).map((word) => word.text)
  textsOf.set(command, words)
  return words
}

const textsOf = new WeakMap<ShellCommand, readonly string[]>()

/** The command only asks for help or a version. */
export function asksForHelp(command: ShellCommand): boolean {
  const [first, ...rest] = texts(command)
  return (
    rest.length === 0 && command.argv[1]?.static === true && /^(?:--help|--version|--usage|\/\?)$/.test(first ?? '')
  )
}

export const isShell = (command: ShellCommand): boolean => shellNames.has(lowerName(command))

/** Interpreters other than shells that read a program from standard input when none is given. */
const interpreters =
  /^(?:python[\d.]*|pypy3?|node(?:js)?|deno|bun|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|luajit|tclsh|osascript|julia|rscript|r|groovy|guile|elixir|irb|ipython|expect)$/

const isInterpreter = (command: ShellCommand): boolean => interpreters.test(lowerName(command))

/** The command runs what comes in on standard input. */
function runsInput(command: ShellCommand): boolean {
  if (command.call.readsScript) return true
  const reads = isShell(command) || isInterpreter(command) || isNamed(command, 'source', '.')
  return reads && texts(command).some((text) => /^(?:\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(text))
}

/** Words whose value is run: command lines, inline code, scripts named by a pipe, and the command word itself. */
function codeWords(command: ShellCommand): readonly Word[] {
  const words = [...command.call.code]
  for (const inner of command.call.inner) if (inner.kind === 'script') words.push(inner.text)
  const [program, ...rest] = command.argv
  if (program !== undefined) words.push(program)
  if (isShell(command) || isInterpreter(command) || isNamed(command, 'source', '.')) {
    const operand = rest.find((word) => !word.text.startsWith('-'))
    if (operand !== undefined) words.push(operand)
  }
  if (command.stdin !== undefined && runsInput(command)) words.push(command.stdin)
  return words
}

/** Returns true if `command` runs text that one of these commands prints. */
export function runsOutputOf(command: ShellCommand, source: (command: ShellCommand) => boolean): boolean {
  if (codeWords(command).some((word) => word.from.some(source))) return true
  return runsUpstream(command) && sourcesOf(command).some(source)
}

function runsUpstream(command: ShellCommand): boolean {
  if (runsInput(command)) return true
  if (isNamed(command, 'eval') && command.argv.slice(1).some((word) => !word.static)) return true
  if (!isShell(command) || !command.via.some((name) => /xargs|parallel/.test(name))) return false
  return codeWords(command).some((word) => !word.static)
}

const maximumCodeLength = 4_000

/**
 * The beginning of each piece of inline code. More is not searched: the search must stay fast on any input, and inline code never
 * runs without a person's approval anyway.
 */
export function codeTexts(command: ShellCommand): readonly string[] {
  return command.call.code.map((code) => code.text.slice(0, maximumCodeLength))
}

/** The beginning of all words after the name, for programs whose code may be spread over words. */
export function joinedTexts(command: ShellCommand): string {
  return texts(command).slice(0, 100).join(' ').slice(0, maximumCodeLength)
}
