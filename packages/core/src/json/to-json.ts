import { errorMessage } from '../error/error-message.ts'

/** Nested deeper than this, a value is named instead of shown. */
const deepest = 200

/** Binary data up to this many bytes is shown in base64. */
const shownBytes = 1_024

/**
 * A JavaScript value as JSON that says what it holds. Dates, URLs, errors, maps, sets, big integers and binary data, which
 * `JSON.stringify` refuses or shows as `{}`, become text, lists and objects; a circular reference names the place that it leads
 * back to. Returns the same object if it is JSON already.
 */
export function toJson(value: unknown): unknown {
  return convert(value, [], ['$'])
}

/** `within` lists the objects around a value, and `path` the way to it. */
function convert(value: unknown, within: readonly object[], path: readonly string[]): unknown {
  switch (typeof value) {
    case 'bigint':
      return String(value)
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'function':
      return `[function ${value.name === '' ? 'without a name' : value.name}]`
    case 'symbol':
      return String(value)
    case 'object':
      return value === null ? null : convertObject(value, within, path)
    default:
      return value
  }
}

function convertObject(value: object, within: readonly object[], path: readonly string[]): unknown {
  const ancestor = within.indexOf(value)
  if (ancestor !== -1) return `[circular reference to ${path.slice(0, ancestor + 1).join('')}]`
  if (within.length >= deepest) return `[nested more than ${deepest} levels deep]`
  const inner = [...within, value]
  const member = (item: unknown, step: string) => convert(item, inner, [...path, step])
  if (Array.isArray(value)) return convertList(value, member)
  if (isPlain(value)) return convertFields(value, member)
  const text = textOf(value)
  if (text !== undefined) return text
  if (value instanceof Error) return convertFields(fieldsOfError(value), member)
  if (value instanceof Set) return [...value].map((item, index) => member(item, `[${index}]`))
  if (value instanceof Map) return convertMap(value, member)
  if (hasToJson(value)) return member(value.toJSON(), '')
  return convertFields({ ...value }, member)
}

type ConvertMember = (item: unknown, step: string) => unknown

function convertList(list: readonly unknown[], member: ConvertMember): readonly unknown[] {
  const converted = Array.from(list, (item, index) => member(item, `[${index}]`))
  return converted.every((item, index) => item === list[index]) ? list : converted
}

function convertFields(object: object, member: ConvertMember): object {
  let isChanged = false
  const entries = Object.keys(object).map((key) => {
    const given = read(object, key)
    const converted = given.readable ? convertField(given.value) : given.instead
    if (!given.readable || converted !== given.value) isChanged = true
    return [key, converted] as const

    // Methods are not data, and JSON leaves them out too.
    function convertField(value: unknown): unknown {
      return typeof value === 'function' ? undefined : member(value, `.${key}`)
    }
  })
  return isChanged ? Object.fromEntries(entries) : object
}

type Reading =
  | { readonly readable: true; readonly value: unknown }
  | { readonly readable: false; readonly instead: string }

/** A getter may throw. */
function read(object: object, key: string): Reading {
  try {
    return { readable: true, value: (object as Readonly<Record<string, unknown>>)[key] }
  } catch (error) {
    return { readable: false, instead: `[unreadable: ${errorMessage(error)}]` }
  }
}

/** An object where every key is a text, otherwise a list of pairs. */
function convertMap(map: ReadonlyMap<unknown, unknown>, member: ConvertMember): unknown {
  const entries = [...map]
  if (entries.every(([key]) => typeof key === 'string')) {
    return convertFields(Object.fromEntries(entries as [string, unknown][]), member)
  }
  return entries.map(([key, item], index) => [member(key, `[${index}][0]`), member(item, `[${index}][1]`)])
}

function textOf(value: object): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof URL || value instanceof RegExp) return String(value)
  if (value instanceof Promise) return '[a promise that the tool did not await]'
  const bytes = bytesOf(value)
  if (bytes === undefined) return undefined
  if (bytes.length > shownBytes) return `[${bytes.length} bytes of binary data]`
  return `[${bytes.length} bytes of binary data, in base64: ${Buffer.from(bytes).toString('base64')}]`
}

function bytesOf(value: object): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  return value instanceof ArrayBuffer ? new Uint8Array(value) : undefined
}

function fieldsOfError(error: Error): object {
  const { name, message, cause } = error
  return Object.assign({ name, message, ...(cause === undefined ? {} : { cause }) }, error)
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === null) && !hasToJson(value)
}
