import type { UrlTarget } from '../url/read-url.ts'
import { type HostPattern, matchesHostPattern, parseHostPattern } from './host-pattern.ts'

/** A host inside the operator's own network that may be reached: at one port, or at any. */
export interface InternalHost {
  readonly pattern: HostPattern
  readonly port: number | undefined
}

const withPort = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/

/** Reads a host pattern, with or without a port: `searx.lan`, `searx.lan:8080`, `[fd00::7]:80`. Undefined for anything else. */
export function parseInternalHost(text: string): InternalHost | undefined {
  const [, host = text, digits] = withPort.exec(text) ?? []
  const pattern = parseHostPattern(host)
  const port = digits === undefined ? undefined : Number(digits)
  if (pattern === undefined || (port !== undefined && (port < 1 || port > 65_535))) return undefined
  return { pattern, port }
}

/** Returns true if the operator lets a URL's host be an internal one. */
export function isInternal(hosts: readonly InternalHost[], { hostname, port }: UrlTarget): boolean {
  return hosts.some((host) => (host.port ?? port) === port && matchesHostPattern(host.pattern, hostname))
}
