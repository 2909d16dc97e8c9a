/** A part of a template: fixed text, or a variable. A variable with `+` may contain slashes. */
type TemplatePart = { readonly text: string } | { readonly takesSlashes: boolean }

const variable = /\{([+#]?)[A-Za-z0-9_.]+\}/g

/**
 * Returns true if an address follows a template of single variables, each of at least one character. In linear time: each variable takes
 * as little as it can, and what follows the last one must end the address.
 */
export function matchesTemplate(template: string, uri: string): boolean {
  const parts = partsOf(template)
  let at = 0
  for (const [index, part] of parts.entries()) {
    if ('text' in part) {
      if (!uri.startsWith(part.text, at)) return false
      at += part.text.length
      continue
    }
    const next = parts[index + 1]
    const text = next !== undefined && 'text' in next ? next.text : ''
    const isLast = index + (text === '' ? 1 : 2) === parts.length
    const end = endOfVariable(uri, at, text, isLast)
    if (end <= at || (!part.takesSlashes && uri.slice(at, end).includes('/'))) return false
    at = end
  }
  return at === uri.length
}

/** Returns -1 if there is no such end. */
function endOfVariable(uri: string, start: number, next: string, isLast: boolean): number {
  if (isLast) return uri.endsWith(next) ? uri.length - next.length : -1
  return next === '' ? start + 1 : uri.indexOf(next, start + 1)
}

function partsOf(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = []
  let at = 0
  for (const { 0: whole, 1: sign, index } of template.matchAll(variable)) {
    if (index > at) parts.push({ text: template.slice(at, index) })
    parts.push({ takesSlashes: sign !== '' })
    at = index + whole.length
  }
  if (at < template.length) parts.push({ text: template.slice(at) })
  return parts
}
