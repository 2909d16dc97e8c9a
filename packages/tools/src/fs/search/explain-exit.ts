import { fail } from '@drawbridge/core'

/**
 * Interprets ripgrep's exit code: 0 found something, 1 found nothing, 2 had errors, which with results means a partial search. Ends
 * with `invalid_pattern` if the query is at fault. Returns the remark on a partial search.
 */
export function explainExit(exitCode: number | null, stderr: string, found: number): string | undefined {
  if (exitCode === 0 || exitCode === 1) return undefined
  const problem = stderr.replaceAll(/^rg: /gm, '').trim()
  if (
    problem.startsWith('regex parse error') ||
    problem.includes('error parsing regex') ||
    problem.startsWith('compiled regex')
  ) {
    fail(
      'invalid_pattern',
      `${withoutWrapper(problem)}\nFix the expression, or set regex=false to search for the literal text.`,
    )
  }
  if (problem.includes('the literal "\\n" is not allowed') || problem.includes('literal "\'\\\\n\'"')) {
    fail('invalid_pattern', 'The query has a line break. Set multiline=true to search across lines.')
  }
  if (problem.includes('unrecognized file type')) {
    fail('invalid_pattern', `${problem}. Use a type such as ts, py or rust, or omit type and use glob.`)
  }
  const lines = problem.split('\n').filter((line) => line !== '')
  if (found > 0 || exitCode === 2) return `Some files could not be searched: ${lines.length}.`
  return fail('internal_error', `The search program ended without an answer: ${lines.slice(0, 3).join(' ')}`)
}

/** ripgrep shows the query inside a group of its own; the marker below it is moved along. */
function withoutWrapper(problem: string): string {
  const lines = problem.split('\n')
  const at = lines.findIndex((line) => /^ {4}\(\?:.*\)$/.test(line))
  const query = lines[at]
  const marker = lines[at + 1]
  if (query === undefined || marker === undefined) return problem
  const shift = '(?:'.length
  const moved = marker.startsWith(' '.repeat(4 + shift)) ? marker.slice(shift) : marker
  return lines
    .with(at, `    ${query.slice(4 + shift, -1)}`)
    .with(at + 1, moved)
    .join('\n')
}
