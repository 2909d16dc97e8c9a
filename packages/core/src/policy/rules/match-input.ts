import type { InputMatcher } from '../section/permissions-section.ts'
import { compileTextPattern } from '../text-pattern.ts'

type InputTest = (input: unknown) => boolean

/** Tests fields of a call's arguments, named with dots. A field that is not there matches nothing, not even `null`. */
export function matchInput(fields: Readonly<Record<string, InputMatcher>>): InputTest {
  const tests = Object.entries(fields).map(([name, matcher]) => {
    const path = name.split('.')
    const alternatives = (Array.isArray(matcher) ? matcher : [matcher]).map(matchValue)
    return (input: unknown) => {
      const field = fieldAt(input, path)
      return field !== undefined && alternatives.some((matches) => matches(field))
    }
  })
  return (input) => tests.every((test) => test(input))
}

function matchValue(matcher: unknown): (value: unknown) => boolean {
  if (typeof matcher !== 'string') return (value) => value === matcher
  const matches = compileTextPattern(matcher)
  return (value) => typeof value === 'string' && matches(value)
}

/** The names come from an operator, the object from a model: only its own members count. */
function fieldAt(input: unknown, path: readonly string[]): unknown {
  let value = input
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}
