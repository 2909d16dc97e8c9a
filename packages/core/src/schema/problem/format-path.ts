import { quoteExcerpt } from './describe-received.ts'

/**
 * Formats a path as a person writes it: `edits[0].path`, and `["a key"]` for keys that are not plain words. Long keys
 * are cut.
 */
export function formatPath(segments: readonly PropertyKey[]): string {
  let path = ''
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]{0,79}$/u.test(String(segment)))
      path += path === '' ? String(segment) : `.${String(segment)}`
    else path += `[${quoteExcerpt(String(segment))}]`
  }
  return path
}
