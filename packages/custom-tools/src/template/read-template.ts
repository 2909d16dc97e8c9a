import { didYouMean } from '@drawbridge/core/base'

/** A piece of a template: literal text, an argument's value, or a variable of the tool's environment. */
export type TemplatePart = { readonly text: string } | { readonly argument: string } | { readonly variable: string }

/** A template in pieces, or what is wrong with it. */
export type ReadTemplate =
  | { readonly ok: true; readonly parts: readonly TemplatePart[] }
  | { readonly ok: false; readonly problems: readonly string[] }

const placeholder = /^\s*(?:args)?\.([A-Za-z_][A-Za-z0-9_-]*)\s*$/
const variablePlaceholder = /^\s*env\.([A-Za-z_][A-Za-z0-9_]*)\s*$/

/**
 * Splits a template at its placeholders, `{{.key}}` or `{{args.key}}`. Pure, in linear time.
 * @param known The arguments that placeholders may name.
 * @param options.variables True if `{{env.NAME}}` is one too. Default false.
 */
export function readTemplate(
  template: string,
  known: ReadonlySet<string>,
  { variables = false }: { readonly variables?: boolean } = {},
): ReadTemplate {
  const parts: TemplatePart[] = []
  const problems: string[] = []
  let from = 0
  for (;;) {
    const open = template.indexOf('{{', from)
    if (open < 0) break
    if (open > from) parts.push({ text: template.slice(from, open) })
    const close = template.indexOf('}}', open)
    if (close < 0) {
      problems.push('"{{" is never closed. Write {{.key}}.')
      return { ok: false, problems }
    }
    const inside = template.slice(open + 2, close)
    const argument = placeholder.exec(inside)?.[1]
    const variable = variables ? variablePlaceholder.exec(inside)?.[1] : undefined
    if (argument !== undefined && known.has(argument)) parts.push({ argument })
    else if (argument !== undefined)
      problems.push(`{{.${argument}}} names no parameter of the tool.${didYouMean(argument, known)}`)
    else if (variable !== undefined) parts.push({ variable })
    else problems.push(`"{{${inside.slice(0, 60)}}}" is not a placeholder. Write {{.key}} or {{args.key}}.`)
    from = close + 2
  }
  if (from < template.length) parts.push({ text: template.slice(from) })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, parts }
}

/** The values of the arguments of a call, by name. */
export type Values = Readonly<Record<string, unknown>>

/** Returns the value of an argument; undefined if it was not given. Names from a prototype mean nothing. */
export function argumentOf(values: Values, argument: string): unknown {
  const value = Object.hasOwn(values, argument) ? values[argument] : undefined
  return value === null ? undefined : value
}

/** Returns a value as text: what is not a string is its JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
