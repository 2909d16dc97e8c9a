import { fail } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import type { RequestParameter } from '../definition/definition-schema.ts'
import { textOf } from '../template/read-template.ts'

const reserved = /%(3A|2F|3F|23|5B|5D|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g

/** Encodes a text for a URL so that nothing of it is syntax. */
export function encodeText(text: string): string {
  // A lone half of a pair of UTF-16 has no encoding.
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Serializes a parameter of a path, a header or a cookie as its style says. Pure. */
export function serializeSimple(
  { name, style, explode, as_json: asJson, in: place }: RequestParameter,
  value: unknown,
): string {
  // A dot separates the parts of a label.
  const encode =
    place !== 'path'
      ? (text: string) => text
      : style === 'label'
        ? (text: string) => encodeText(text).replaceAll('.', '%2E')
        : encodeText
  const one = (item: unknown) => encode(textOf(item))
  const separator = explode ? ({ simple: ',', label: '.', matrix: ';' }[style as 'simple'] ?? ',') : ','
  const begin = style === 'label' ? '.' : ''
  if (asJson === true) return encode(JSON.stringify(value))
  if (style === 'matrix') return matrix(name, explode, value, one)
  if (Array.isArray(value)) return begin + value.map(one).join(style === 'label' && !explode ? ',' : separator)
  if (!isJsonObject(value)) return begin + one(value)
  const pairs = Object.entries(value).map(([key, item]) => `${one(key)}${explode ? '=' : ','}${one(item)}`)
  return begin + pairs.join(separator)
}

function matrix(name: string, explode: boolean, value: unknown, one: (item: unknown) => string): string {
  const key = encodeText(name)
  if (Array.isArray(value)) {
    return explode ? value.map((item) => `;${key}=${one(item)}`).join('') : `;${key}=${value.map(one).join(',')}`
  }
  if (!isJsonObject(value)) return `;${key}=${one(value)}`
  const entries = Object.entries(value)
  return explode
    ? entries.map(([part, item]) => `;${one(part)}=${one(item)}`).join('')
    : `;${key}=${entries.flatMap(([part, item]) => [one(part), one(item)]).join(',')}`
}

/** Serializes a parameter of a query: the pairs of name and value, both encoded. Pure. */
export function serializeQuery(parameter: RequestParameter, value: unknown): readonly string[] {
  const { name, style, explode, as_json: asJson, allow_reserved: keepsReserved = false } = parameter
  const key = encodeText(name)
  const one = (item: unknown) => {
    const encoded = encodeText(textOf(item))
    // "&", "=", "+" and "#" would end the value, or change it.
    return keepsReserved
      ? encoded.replaceAll(reserved, (code) => (/%(23|26|2B|3D)/.test(code) ? code : decodeURIComponent(code)))
      : encoded
  }
  if (asJson === true) return [`${key}=${encodeText(JSON.stringify(value))}`]
  if (style === 'deepObject') return deepPairs(key, value, one)
  const separator = { spaceDelimited: '%20', pipeDelimited: '%7C' }[style as 'spaceDelimited'] ?? ','
  if (!explode && separator !== ',') assertSeparable(name, value, decodeURIComponent(separator))
  if (Array.isArray(value)) {
    return explode ? value.map((item) => `${key}=${one(item)}`) : [`${key}=${value.map(one).join(separator)}`]
  }
  if (!isJsonObject(value)) return [`${key}=${one(value)}`]
  const entries = Object.entries(value)
  if (explode) return entries.map(([part, item]) => `${encodeText(part)}=${one(item)}`)
  return [`${key}=${entries.flatMap(([part, item]) => [encodeText(part), one(item)]).join(separator)}`]
}

/** `a[b][c]=1`; lists, which OpenAPI leaves open, as `a[]=1` or, for objects, `a[0][b]=1`. */
function deepPairs(key: string, value: unknown, one: (item: unknown) => string): readonly string[] {
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== 'object')
    return value.flatMap((item, index) => deepPairs(`${key}%5B${isPlain ? '' : index}%5D`, item, one))
  }
  if (!isJsonObject(value)) return [`${key}=${one(value)}`]
  return Object.entries(value).flatMap(([part, item]) => deepPairs(`${key}%5B${encodeText(part)}%5D`, item, one))
}

/** A separator inside an item is encoded as the separator itself is: the server would read two items. */
function assertSeparable(name: string, value: unknown, separator: string): void {
  const items = Array.isArray(value) ? value : isJsonObject(value) ? Object.entries(value).flat() : []
  const item = items.map(textOf).find((text) => text.includes(separator))
  if (item !== undefined)
    fail(
      'validation_error',
      `${JSON.stringify(item)} contains ${JSON.stringify(separator)}, which separates the items of "${name}".`,
    )
}
