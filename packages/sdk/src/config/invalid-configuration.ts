import { DrawbridgeError } from '@drawbridge/core'
import { type ConfigProblem, formatProblem } from './config-problem.ts'

/** The error of a start with a faulty configuration, with every problem. */
export function invalidConfiguration(problems: readonly ConfigProblem[]): DrawbridgeError {
  const lines = problems.map((problem) => `\n  ${formatProblem(problem)}`)
  return new DrawbridgeError('invalid_configuration', `The configuration is not applied, because of:${lines.join('')}`)
}
