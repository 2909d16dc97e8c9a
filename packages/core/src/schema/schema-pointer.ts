/** JSON Pointer fragment (RFC 6901) to a place in a schema. */
export function schemaPointer(segments: readonly (string | number)[]): string {
  return `#${segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`
}

/** The segments of a JSON Pointer without its `#`. */
export function pointerSegments(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}
