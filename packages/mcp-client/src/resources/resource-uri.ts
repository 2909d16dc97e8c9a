/** A resource of one server. */
export interface ResourceAddress {
  readonly server: string
  /** As the server writes it. */
  readonly uri: string
}

const scheme = 'drawbridge://'

/** Returns an address that names the server too, so that equal addresses of two servers stay apart. `readResourceUri` reverses it. */
export function resourceUri({ server, uri }: ResourceAddress): string {
  return `${scheme}${server}/${encodeURIComponent(uri)}`
}

/** Reads an address made by `resourceUri`; undefined for any other. */
export function readResourceUri(text: string): ResourceAddress | undefined {
  const [, server, encoded] = /^drawbridge:\/\/([a-z][a-z0-9_-]{0,31})\/([^/?#]+)$/.exec(text) ?? []
  if (server === undefined || encoded === undefined) return undefined
  try {
    return { server, uri: decodeURIComponent(encoded) }
  } catch {
    return undefined
  }
}
