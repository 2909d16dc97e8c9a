import type { ShellCommand } from '../shell-command.ts'
import { coverageObjection } from './covers.ts'
import { parseRule } from './split-rule.ts'

/** Returns true if a rule names a command word for word, so that nothing is left to chance. */
export function coversWhole(rule: string, command: ShellCommand): boolean {
  const words = parseRule(rule) ?? []
  return (
    words.length === command.argv.length &&
    command.argv.every(({ text, static: isStatic }, index) => isStatic && text === words[index]) &&
    coverageObjection(rule, command) === undefined
  )
}

/**
 * Returns true if a command removes only what its words name, and all of it is below the working folder. A rule that names
 * such a command word for word allows it, although its group is denied.
 */
export function removesBelow({ argv: [program, ...words], location }: ShellCommand): boolean {
  const operands = words.filter(({ text }) => !text.startsWith('-'))
  return (
    program?.text === 'rm' &&
    !location.moved &&
    operands.length > 0 &&
    words.every((word) => word.static) &&
    operands.every(({ text }) => isBelow(text))
  )
}

function isBelow(text: string): boolean {
  const names = text.replace(/^\.\//, '').replace(/\/$/, '').split('/')
  return names.every((name) => /^[\w.@-]+$/.test(name) && name !== '.' && name !== '..')
}
