const prefix = 'drawbridge://artifact/'

/** The URI of a whole output, as results link to it. */
export function artifactUri(id: string): string {
  return `${prefix}${encodeURIComponent(id)}`
}

/** The template of those URIs. */
export const artifactUriTemplate = `${prefix}{id}`

/** The id in such a URI; undefined for any other. */
export function artifactIdOf(uri: string): string | undefined {
  if (!uri.startsWith(prefix)) return undefined
  try {
    return decodeURIComponent(uri.slice(prefix.length))
  } catch {
    return undefined
  }
}
