import { canonicalHost } from '../host/canonical-host.ts'
import { quote } from '../refusal.ts'
import { type ClientHello, readClientHello } from './client-hello.ts'
import { type ProxyRefusal, refuseProxy } from './proxy-refusal.ts'

/** The treatment of bytes that a client has sent and that were not forwarded yet. */
export type GateVerdict =
  | { readonly verdict: 'wait' }
  /** `open`: later bytes are not inspected. */
  | { readonly verdict: 'pass'; readonly bytes: Uint8Array; readonly open: boolean }
  /** Plain HTTP: its reader checks every request. */
  | { readonly verdict: 'plain'; readonly bytes: Uint8Array }
  | ProxyRefusal

export interface TunnelGate {
  push(chunk: Uint8Array): GateVerdict
}

const record = { changeCipher: 20, alert: 21, handshake: 22 } as const
const clientHello = 1
/** A server may ask for a second hello (RFC 8446, 4.1.4), never for a third. */
const maxHellos = 2

type Step = GateVerdict | { readonly verdict: 'skip'; readonly length: number }

/**
 * Inspects the client's first bytes in a tunnel before any of them reach the server: they must be TLS for the host that
 * the tunnel was opened to, so that a server with many names cannot be asked for another. `hostname` is canonical. Pure
 * except for its own buffer.
 */
export function createTunnelGate(expected: { readonly hostname: string; readonly literal: boolean }): TunnelGate {
  const shown = quote(expected.hostname)
  let pending: Uint8Array = new Uint8Array()
  let hellos = 0

  return {
    push: (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const passed: Uint8Array[] = []
      for (;;) {
        const step = hellos === 0 ? first() : later()
        if (step.verdict === 'skip') {
          passed.push(pending.subarray(0, step.length))
          pending = pending.subarray(step.length)
        } else if (step.verdict === 'pass') {
          return { ...step, bytes: Buffer.concat([...passed, step.bytes]) }
        } else if (step.verdict === 'wait' && passed.length > 0) {
          return { verdict: 'pass', bytes: Buffer.concat(passed), open: false }
        } else {
          return step
        }
      }
    },
  }

  function first(): Step {
    const [byte] = pending
    if (byte === undefined) return { verdict: 'wait' }
    if (byte === record.handshake) return hello()
    if (byte >= 0x41 && byte <= 0x5a) return { verdict: 'plain', bytes: pending }
    return refuseProxy('unknown_protocol', `The tunnel to ${shown} carries neither TLS nor HTTP.`)
  }

  function hello(): Step {
    const read = readClientHello(pending)
    switch (read.status) {
      case 'incomplete':
        return { verdict: 'wait' }
      case 'malformed':
        return malformed(read.problem)
      case 'read':
        hellos += 1
        return helloProblem(read, expected) ?? { verdict: 'skip', length: read.length }
    }
  }

  /** Until the server has answered nothing else goes in the clear but alerts and the signal that ciphers change. */
  function later(): Step {
    const [type, , , high = 0, low = 0, kind] = pending
    if (type === undefined) return { verdict: 'wait' }
    if (type !== record.changeCipher && type !== record.alert && type !== record.handshake) return open()
    if (kind === undefined) return { verdict: 'wait' }
    const size = high * 256 + low
    if (type === record.handshake) {
      if (size === 0) return malformed('a record is empty')
      if (kind !== clientHello) return open()
      return hellos < maxHellos ? hello() : malformed('there is a third hello')
    }
    if (size !== (type === record.alert ? 2 : 1)) return malformed('a record has the wrong length')
    return pending.length < 5 + size ? { verdict: 'wait' } : { verdict: 'skip', length: 5 + size }
  }

  function open(): Step {
    return { verdict: 'pass', bytes: pending, open: true }
  }

  function malformed(problem: string): ProxyRefusal {
    return refuseProxy('unknown_protocol', `The TLS hello to ${shown} is malformed: ${problem}.`)
  }
}

/** Returns the reason that a hello is refused: it asks for another host, or could do so unseen. */
function helloProblem(
  hello: Extract<ClientHello, { status: 'read' }>,
  { hostname, literal }: { readonly hostname: string; readonly literal: boolean },
): ProxyRefusal | undefined {
  const shown = quote(hostname)
  if (hello.hasEncrypted) {
    const way = 'which may name another host. Turn encrypted hellos (ECH) off.'
    return refuseProxy('encrypted_hello', `The TLS hello to ${shown} hides a second one, ${way}`)
  }
  if (hello.hasEarlyData) {
    const way = 'behind which another hello could hide. Turn early data (0-RTT) off.'
    return refuseProxy('early_data', `The TLS hello to ${shown} announces data, ${way}`)
  }
  const { serverName } = hello
  if (serverName === undefined || (!literal && canonicalHost(serverName) === hostname)) return undefined
  return refuseProxy(
    'server_name',
    `The tunnel was opened to ${shown}, but its TLS hello asks for ${quote(serverName)}.`,
  )
}
