import { DrawbridgeError } from '@drawbridge/core'

/** Something wrong in a configuration file, or worth a look. */
export interface ConfigProblem {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  readonly message: string
}

/** The name of the layer of settings in the database, for messages and `config explain`. Its settings have no lines. */
export const databaseLayer = 'database'

/** `drawbridge.jsonc:3:5: There is no tool "fs.raed_file".` */
export function formatProblem({ file, line, column, message }: ConfigProblem): string {
  return file === databaseLayer ? `${file}: ${message}` : `${file}:${line}:${column}: ${message}`
}

/** In the order in which a reader of the files meets them. */
export function sortProblems(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  return problems.toSorted(
    (left, right) => left.file.localeCompare(right.file) || left.line - right.line || left.column - right.column,
  )
}

/** The error of a start with a faulty configuration, with every problem. */
export function invalidConfiguration(problems: readonly ConfigProblem[]): DrawbridgeError {
  const lines = problems.map((problem) => `\n  ${formatProblem(problem)}`)
  return new DrawbridgeError('invalid_configuration', `The configuration is not applied, because of:${lines.join('')}`)
}
