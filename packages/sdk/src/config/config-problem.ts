/** Something wrong in a configuration file, or worth a look. */
export interface ConfigProblem {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  readonly message: string
}

/** `drawbridge.jsonc:3:5: There is no tool "fs.raed_file".` */
export function formatProblem({ file, line, column, message }: ConfigProblem): string {
  return `${file}:${line}:${column}: ${message}`
}

/** In the order in which a reader of the files meets them. */
export function sortProblems(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  return problems.toSorted(
    (left, right) => left.file.localeCompare(right.file) || left.line - right.line || left.column - right.column,
  )
}
