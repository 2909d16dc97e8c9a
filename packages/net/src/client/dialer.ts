import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** One connection to make. */
export interface DialTarget {
  /** A vetted address, never a name: nothing is resolved again. */
  readonly address: string
  readonly port: number
  /**
   * Present for https. The certificate must be valid for `servername`, or for the address if `servername` is missing.
   */
  readonly tls?: { readonly servername?: string }
}

/** Opens connections; the only place where a socket is made. */
export interface Dialer {
  /** Starts to connect and returns at once; `ready` names the event that ends the attempt well. */
  dial(target: DialTarget): { readonly socket: Socket; readonly ready: 'connect' | 'secureConnect' }
}

/** Plain TCP and TLS. Certificates are verified whatever the environment says. */
export const systemDialer: Dialer = {
  dial({ address, port, tls }) {
    if (tls === undefined) return { socket: connectTcp({ host: address, port }), ready: 'connect' }
    const socket = connectTls({
      host: address,
      port,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      ...(tls.servername !== undefined && { servername: tls.servername }),
    })
    return { socket, ready: 'secureConnect' }
  },
}
