import type { IncomingMessage } from 'node:http'

const once = ['host', 'content-length', 'authorization', 'origin', 'transfer-encoding']

/**
 * Returns what is wrong with the head of a request that two programs might read differently, such as a proxy and this server.
 * Undefined if nothing is.
 */
export function requestFault({
  url = '',
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'rawHeaders'>): string | undefined {
  if (!url.startsWith('/') || url.startsWith('//')) return 'The target of the request must be a path.'
  const names = rawHeaders.filter((_, place) => place % 2 === 0).map((name) => name.toLowerCase())
  const twice = once.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice !== undefined) return `The header ${twice} is there twice.`
  if (names.includes('transfer-encoding') && names.includes('content-length'))
    return 'The length of the body is given in two ways.'
  return undefined
}
