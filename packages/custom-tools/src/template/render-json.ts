import { isJsonObject } from '@drawbridge/core/base'
import { argumentOf, type ReadTemplate, readTemplate, type TemplatePart, textOf, type Values } from './read-template.ts'

/** Renders a text. Returns undefined if an argument of it was not given. */
export function renderText(
  parts: readonly TemplatePart[],
  values: Values,
  variable: (name: string) => string,
  encode: (text: string) => string = (text) => text,
): string | undefined {
  let whole = ''
  for (const part of parts) {
    if ('text' in part) whole += part.text
    else if ('variable' in part) whole += variable(part.variable)
    else {
      const value = argumentOf(values, part.argument)
      if (value === undefined) return undefined
      whole += encode(textOf(value))
    }
  }
  return whole
}

/** Reads a text of a request, where variables may stand. It was checked when it was saved. */
export function partsOf(template: string, known: ReadonlySet<string>): readonly TemplatePart[] {
  const read: ReadTemplate = readTemplate(template, known, { variables: true })
  if (!read.ok) throw new TypeError(`A template was not checked: ${read.problems.join(' ')}`)
  return read.parts
}

/**
 * Renders the texts inside a JSON value. A text that is one placeholder becomes the argument's value itself, of any type; without a
 * value its member is left out.
 */
export function renderJson(
  template: unknown,
  known: ReadonlySet<string>,
  values: Values,
  variable: (name: string) => string,
): unknown {
  if (typeof template === 'string') {
    const parts = partsOf(template, known)
    const [only] = parts
    if (parts.length === 1 && only !== undefined && 'argument' in only) return argumentOf(values, only.argument)
    return renderText(parts, values, variable)
  }
  if (Array.isArray(template)) {
    return template.map((item) => renderJson(item, known, values, variable)).filter((item) => item !== undefined)
  }
  if (!isJsonObject(template)) return template
  const members = Object.entries(template).map(
    ([key, item]) => [key, renderJson(item, known, values, variable)] as const,
  )
  return Object.fromEntries(members.filter(([, item]) => item !== undefined))
}

/** Returns the texts of a JSON value that may have placeholders. */
export function textsIn(template: unknown): readonly string[] {
  if (typeof template === 'string') return [template]
  if (Array.isArray(template)) return template.flatMap(textsIn)
  return isJsonObject(template) ? Object.values(template).flatMap(textsIn) : []
}
