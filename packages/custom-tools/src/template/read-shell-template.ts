import { type ReadTemplate, readTemplate } from './read-template.ts'
import { createShellState } from './shell-state.ts'

/** The places where the name of a program is read: at the begin of a command, after assignments, and after words that run another program. */
const start = [
  String.raw`(?:^|[;&|\n({]|!\s|\s-(?:exec|execdir|ok|okdir)\s|\btimeout(?:\s+-\S+)*\s+\d\S*\s`,
  String.raw`|\b(?:then|do|else|elif|if|while|until|time|exec|command|builtin|env|sudo|doas|nohup|nice|setsid|xargs|stdbuf)(?:\s+-\S+(?:\s+\d+)?)*\s)`,
  String.raw`\s*(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"'])*\s+)*`,
].join('')
const commandStart = new RegExp(`${start}$`)
const evaluators =
  'eval|let|declare|typeset|local|readonly|alias|source|trap|unset|read|mapfile|readarray|getopts|compgen|complete|bind|enable|coproc'
/** A command of a shell that a value must not reach, since it would be read once more. */
const readsAgain = new RegExp(
  String.raw`${start}(?:(?:${evaluators}|\.|(?:test|\[)\s+-v|printf\s+-v)\s[^;&|\n]*|export\s+)$`,
)
/** Code of an interpreter, as a word of its command line: `sh -c` and its kind. */
const isCode =
  /(?:^|[\s;&|({/])(?:(?:ba|da|z|k|mk|a)?sh\s+(?:-\S+\s+)*-\w*c|python[\d.]*\s+(?:-\S+\s+)*-c|(?:node|bun|perl|ruby|lua|php)\s+(?:-\S+\s+)*(?:-[eEpr]|--eval|--print))\s+\S*$/
/** The subscript of an array, which a shell evaluates as arithmetic. */
const isSubscript = /[A-Za-z_]\w*\[[^\]\s]*$/

/**
 * Reads the template of a shell line. A value takes the place of a placeholder as a single-quoted word, so a placeholder must be
 * where a shell reads quotes once and as quotes. Pure.
 */
export function readShellTemplate(template: string, known: ReadonlySet<string>): ReadTemplate {
  const read = readTemplate(template, known)
  if (!read.ok) return read
  const problems: string[] = []
  if (template.includes('\0')) problems.push('a shell line cannot contain NUL.')
  const state = createShellState()
  let before = ''
  for (const part of read.parts) {
    if ('text' in part) {
      state.take(part.text)
      before += part.text
      continue
    }
    const name = 'argument' in part ? part.argument : part.variable
    const objection = state.objection() ?? objectionTo(before)
    if (objection !== undefined) problems.push(`{{.${name}}} ${objection}`)
    before += 'x'
    state.take('x')
  }
  return problems.length > 0 ? { ok: false, problems } : read
}

/** Returns what is wrong with a placeholder in a word of a program that is started without a shell; undefined if nothing is. */
export function objectionToWord(before: readonly string[]): string | undefined {
  return isCode.test(`${before.join(' ')} `) ? codeObjection : undefined
}

const codeObjection = `would be code of an interpreter. Give the code in the definition, and the value after it: sh -c 'echo "$1"' _ {{.key}}`

function objectionTo(whole: string): string | undefined {
  // An escaped line break is as if it was not there.
  const before = whole.slice(-2_000).replaceAll('\\\n', '')
  if (isCode.test(before)) return codeObjection
  if (isSubscript.test(before)) return 'is in the subscript of an array, which the shell would evaluate.'
  if (commandStart.test(before)) return 'would choose the program to run. Write the program itself.'
  if (readsAgain.test(before))
    return 'is at a place where the shell would evaluate its value again. Pass it to a program instead.'
  return undefined
}
