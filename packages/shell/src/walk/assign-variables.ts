import type { RawAssignment, RawWord } from '../parse/tree.ts'
import type { AssignmentUse } from '../shell-command.ts'
import { expandValue, expandWord } from '../word/expand-word.ts'
import type { Certainty } from '../word/scope.ts'
import { sliceWord, unknownWord, type Word } from '../word/word.ts'
import { formatText } from './static-output.ts'
import { maximumElements, type Walker } from './walker.ts'

/** The assignments before a command. A subscript is evaluated by the shell, so one that is not a number is a hazard. */
export function prefixAssignments(
  assignments: readonly RawAssignment[],
  exported: boolean,
  walker: Walker,
): AssignmentUse[] {
  return assignments.map(({ name, values, array, append, index }) => {
    if (index !== undefined && !/^\d+$/.test(expandValue(index, walker.expansion).text)) {
      walker.walk.hazards.add(`the subscript of ${name}[…] is evaluated`)
    }
    const words = values.map((value) => expandValue(value, walker.expansion))
    if (array && words.some((word) => evaluatesSubscript(word, walker)))
      walker.walk.hazards.add(`the subscripts in ${name}=(…) are evaluated`)
    const [first] = words
    const before = append ? walker.shell.scope.variables.get(name) : undefined
    const value =
      array || index !== undefined || first === undefined ? arrayWord(name, words) : joined(before, first, append)
    const globs = array ? values.flatMap((element) => globsOf(element, walker)) : []
    return { name, value, exported, ...(globs.length === 0 ? {} : { globs }) }
  })
}

/** The elements of a list are expanded as the words of a command are. */
function globsOf(element: RawWord, { expansion }: Walker): readonly Word[] {
  const mayGlob = element.braces || element.parts.some(({ kind }) => kind === 'glob' || kind === 'parameter')
  return mayGlob ? expandWord(element, expansion).filter(({ pattern }) => pattern) : []
}

/**
 * `[x]=1` inside a list: the subscript of an array that is not a map is arithmetic, and a name in it means the
 * expression in that variable. It is harmless as a number, or if the line gives none of its names a value.
 */
function evaluatesSubscript({ text, static: isStatic, prefix }: Word, { shell: { scope } }: Walker): boolean {
  if (isStatic ? !text.startsWith('[') : !(prefix.startsWith('[') || text.startsWith('['))) return false
  const subscript = /^\[(\d+|[A-Za-z_]\w*|[\w.-]*[.-][\w.-]*)\]\+?=/.exec(isStatic ? text : prefix)?.[1]
  if (subscript === undefined) return true
  return (subscript.match(/[A-Za-z_]\w*/g) ?? []).some((name) => scope.variables.has(name) || scope.certainty.has(name))
}

function arrayWord(name: string, words: readonly Word[]): Word {
  const secret = words.some((word) => word.secret)
  return unknownWord(`$${name}`, {
    secret,
    from: words.flatMap((word) => word.from),
    elements: words.slice(0, maximumElements),
  })
}

function joined(before: Word | undefined, value: Word, append: boolean): Word {
  if (!append) return value
  return { ...value, text: (before?.text ?? '') + value.text, static: false, prefix: before?.prefix ?? '' }
}

const maximumValueLength = 4_000

/** Makes assigned values known to the rest of the script. */
export function assignVariables(assignments: readonly AssignmentUse[], walker: Walker): void {
  const { scope } = walker.shell
  for (const { name, value } of assignments) {
    const certainty = scope.certainty.get(name) ?? 'certain'
    if (value.text.length > maximumValueLength) {
      walker.walk.hazards.add(`the value of ${name} is too long`)
      continue
    }
    scope.variables.set(name, certainty === 'certain' ? value : guess(value, certainty))
  }
}

/** The value of a variable that may hold another one by the time it is used. */
export function guess(value: Word, certainty: Certainty): Word {
  const prefix = certainty === 'number' ? '0' : ''
  return { ...value, static: false, pattern: false, prefix, splits: false }
}

const declaring = new Set(['export', 'declare', 'typeset', 'readonly', 'local'])
const filling = new Set(['read', 'mapfile', 'readarray', 'getopts', 'unset', 'let', 'printf', 'wait', 'select'])

const variable = /^[A-Za-z_]\w*$/

const filled = (name: string, guessed: string | undefined): AssignmentUse => ({
  name,
  value: unknownWord(guessed?.split('\n', 1)[0] ?? `$${name}`, { secret: false }),
  exported: false,
})

/** Variables that a builtin sets: by `export NAME=value`, or to something unknown by `read NAME`. */
export function declaredAssignments(argv: readonly Word[], name: string, stdin?: Word): AssignmentUse[] {
  if (declaring.has(name)) {
    return argv.slice(1).flatMap((word) => {
      const match = /^([A-Za-z_]\w*)\+?=/.exec(word.text)
      return match === null
        ? []
        : [{ name: match[1] ?? '', value: sliceWord(word, match[0].length), exported: name !== 'local' }]
    })
  }
  if (!filling.has(name)) return []
  const [, option, target, ...rest] = argv
  if (name === 'printf') {
    if (option?.text !== '-v' || target === undefined || !variable.test(target.text)) return []
    return [filled(target.text, formatText(rest.map((word) => word.text)))]
  }
  return argv.slice(1).flatMap((word) => (variable.test(word.text) ? [filled(word.text, stdin?.text)] : []))
}
