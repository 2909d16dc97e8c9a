/** A part of a content. */
export interface ByteRange {
  /** The first byte, from 0. */
  readonly from: number
  /** The last byte. */
  readonly to: number
}

/**
 * Reads the header `Range` for a content. Undefined if the whole content is to be sent: without one, and for what is not a single range of
 * bytes, as RFC 9110 allows. `outside` if the content has none of those bytes.
 */
export function readRange(header: string | null, bytes: number): ByteRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '')
    return last === '0' || bytes === 0 ? 'outside' : { from: Math.max(0, bytes - Number(last)), to: bytes - 1 }
  const [from, to] = [Number(first), last === '' ? bytes - 1 : Number(last)]
  if (last !== '' && to < from) return undefined
  return from >= bytes ? 'outside' : { from, to: Math.min(to, bytes - 1) }
}
