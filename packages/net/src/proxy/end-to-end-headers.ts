import { connectionHeaders } from '../client/connection-headers.ts'

/** Headers between two neighbours only (RFC 9110, 7.6.1), and those that a proxy sets itself. */
const hopByHop: ReadonlySet<string> = new Set([...connectionHeaders, 'proxy-authenticate'])

/** These say how a message is framed and whom it is for: naming them in `Connection` does not make them go away. */
const kept: ReadonlySet<string> = new Set(['content-length', 'host'])

/** What is passed on of received headers, names and values in turn: all but hop-by-hop ones and those that `Connection` names. */
export function endToEndHeaders(rawHeaders: readonly string[]): readonly string[] {
  const pairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  )
  const named = new Set(
    pairs
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(',').map((token) => token.trim().toLowerCase()))
      .filter((name) => !kept.has(name)),
  )
  return pairs.filter(([name]) => !hopByHop.has(name.toLowerCase()) && !named.has(name.toLowerCase())).flat()
}
