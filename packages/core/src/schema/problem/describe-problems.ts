import { quoteExcerpt } from './describe-received.ts'
import type { Problem } from './problem.ts'

/** The problems as text for the model, a line each: what is wrong where, what was expected, what was received. */
export function describeProblems(problems: readonly Problem[]): string {
  return problems
    .map(
      ({ path, expected, received }) =>
        `- ${path === '' ? 'the input' : path}: expected ${expected}, received ${received}`,
    )
    .join('\n')
}

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
