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
