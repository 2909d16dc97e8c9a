/** Bounds on one JSON value, such as the arguments of a call. */
export interface JsonLimits {
  /** Object members, counted on all nesting levels. Array items are bounded by `bytes`. */
  readonly parameters: number
  /** Objects and arrays inside each other; a scalar has depth 0, `{}` has depth 1. */
  readonly depth: number
  /** UTF-8 bytes of the shortest JSON text. */
  readonly bytes: number
}

/** The default limits on the arguments of a call. */
export const defaultJsonLimits: JsonLimits = { parameters: 1_000, depth: 64, bytes: 1_048_576 }

/** \b \t \n \f \r; the other control characters and lone surrogates are written as \uXXXX. */
const shortEscapes = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d])

/** The size of a JSON value. Measuring stops at the first exceeded limit, so the figures are then lower bounds. */
export interface JsonMeasure {
  readonly parameters: number
  readonly depth: number
  readonly bytes: number
  /** The first limit that was exceeded. */
  readonly exceeded?: keyof JsonLimits
}

const unlimited: JsonLimits = { parameters: Infinity, depth: Infinity, bytes: Infinity }

/**
 * Measures members, depth and bytes of a JSON value without recursion and without building its text, so that a huge
 * value costs no more than the limits allow. A cyclic value exceeds any finite limit of depth.
 */
export function measureJson(value: unknown, limits: JsonLimits = unlimited): JsonMeasure {
  if (!isContainer(value)) {
    const bytes = ownBytes(value)
    return { parameters: 0, depth: 0, bytes, ...(bytes > limits.bytes ? { exceeded: 'bytes' } : {}) }
  }
  // Only containers wait for their turn: most members are scalars, and are counted where they are met.
  const pending: { readonly value: object; readonly depth: number }[] = [{ value, depth: 1 }]
  let parameters = 0
  let depth = 0
  let bytes = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    bytes += bracketBytes
    if (bytes > limits.bytes) return { parameters, depth, bytes, exceeded: 'bytes' }
    const { value: container, depth: ownDepth } = next
    depth = Math.max(depth, ownDepth)
    if (depth > limits.depth) return { parameters, depth, bytes, exceeded: 'depth' }
    if (Array.isArray(container)) {
      bytes += Math.max(0, container.length - 1)
      if (bytes > limits.bytes) return { parameters, depth, bytes, exceeded: 'bytes' }
      for (const item of container) {
        if (isContainer(item)) pending.push({ value: item, depth: ownDepth + 1 })
        else bytes += ownBytes(item)
        if (bytes > limits.bytes) return { parameters, depth, bytes, exceeded: 'bytes' }
      }
      continue
    }
    let members = 0
    for (const key of Object.keys(container)) {
      const member = (container as Readonly<Record<string, unknown>>)[key]
      if (!isWritten(member)) continue
      bytes += jsonTextBytes(key) + (members === 0 ? 1 : 2)
      members++
      if (isContainer(member)) pending.push({ value: member, depth: ownDepth + 1 })
      else if (bytes <= limits.bytes) bytes += ownBytes(member)
    }
    parameters += members
    if (parameters > limits.parameters) return { parameters, depth, bytes, exceeded: 'parameters' }
    if (bytes > limits.bytes) return { parameters, depth, bytes, exceeded: 'bytes' }
  }
  return { parameters, depth, bytes }
}

const bracketBytes = 2

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Bytes of a scalar. What JSON cannot say is written as null. */
function ownBytes(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return jsonTextBytes(value)
    case 'number':
      return Number.isFinite(value) ? `${value}`.length : 4
    case 'boolean':
      return value ? 4 : 5
    default:
      return 4
  }
}

/** `JSON.stringify` leaves members of these types out. */
function isWritten(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'
}

/** UTF-8 bytes that `JSON.stringify` needs for a string, quotes and escapes included, without building that text. */
function jsonTextBytes(text: string): number {
  let bytes = text.length + 2
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20) bytes += shortEscapes.has(unit) ? 1 : 5
    else if (unit === 0x22 || unit === 0x5c) bytes += 1
    else if (unit < 0x80) continue
    else if (unit < 0x800) bytes += 1
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 2
    else if (isPair(text, index)) {
      bytes += 2
      index++
    } else bytes += 5
  }
  return bytes
}

function isPair(text: string, index: number): boolean {
  const next = text.charCodeAt(index + 1)
  return text.charCodeAt(index) < 0xdc00 && next >= 0xdc00 && next <= 0xdfff
}
