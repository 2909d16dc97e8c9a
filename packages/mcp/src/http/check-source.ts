/** The names under which a server may be reached, and the pages that may use it. */
export interface SourceRules {
  /** Values of the header `Host`, with port where the server has one: `127.0.0.1:8080`. Lower case. */
  readonly hosts: readonly string[]
  /** Origins of pages, such as `http://localhost:3000`. Lower case. */
  readonly origins: readonly string[]
}

/**
 * Returns the reason to refuse a request by where it comes from, or undefined. A page whose own name was pointed at this machine sends
 * that name as `Host`, and no `Origin` for a simple request; so both are compared, before anything else is read.
 */
export function sourceProblem(headers: Headers, { hosts, origins }: SourceRules): string | undefined {
  const host = headers.get('host')?.toLowerCase()
  if (host === undefined || !hosts.includes(host)) return `The host ${show(host)} is not one of this server's.`
  const origin = headers.get('origin')?.toLowerCase()
  if (origin !== undefined && !origins.includes(origin)) return `The origin ${show(origin)} may not use this server.`
  return undefined
}

/** Returns the rules of a server that only programs of this machine use, through one port. */
export function loopbackRules(port: number): SourceRules {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`)
  return { hosts, origins: hosts.map((host) => `http://${host}`) }
}

function show(value: string | undefined): string {
  return JSON.stringify((value ?? '').slice(0, 200))
}
