import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuardedClient, createHostPolicy, type Dialer, type Resolver, systemDialer } from '@drawbridge/net'
import { type CaseVerdict, locations, type SsrfCase } from './ssrf-case.ts'

/** The real behaviour of the client on a case. */
export interface PlayedCase extends CaseVerdict {
  /** Every address that it dialled, in order. */
  readonly dialled: readonly string[]
}

/** Returns true if a case is about the client's behaviour over several answers or hops, not about one URL. */
export function isPlayable(row: SsrfCase): boolean {
  return row.dnsSequence !== undefined || row.redirects !== undefined || row.redirectLoop === true
}

/**
 * Plays a case with the real client. The resolver gives the answers of the case, including changed ones. Every dialled address is
 * recorded and led to one loopback server, which sends the redirects.
 */
export async function playCase(row: SsrfCase): Promise<PlayedCase> {
  const remaining = [...locations(row)]
  const server = createServer((_request, response) => {
    const location = remaining.shift()
    if (location === undefined) response.end('arrived')
    else response.writeHead(302, { location }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const dialled: string[] = []
  const dialer: Dialer = {
    dial({ address }) {
      dialled.push(address)
      return systemDialer.dial({ address: '127.0.0.1', port })
    },
  }
  const client = createGuardedClient({ dialer, resolver: caseResolver(row), policy: createHostPolicy(row.policy) })
  const outcome = await client.request({ url: row.url })
  server.close()
  return { verdict: outcome.type === 'response' ? 'allow' : 'block', dial: dialled[0], dialled }
}

function caseResolver(row: SsrfCase): Resolver {
  const sequence = [...(row.dnsSequence ?? [])]
  const host = URL.parse(row.url)?.hostname
  const others = new Map(Object.entries(row.dnsFor ?? {}))
  return {
    async resolve(hostname) {
      if (hostname !== host) return others.get(hostname) ?? []
      return sequence.shift() ?? row.dns ?? []
    },
  }
}
