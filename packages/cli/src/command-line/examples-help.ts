/** What stands below the options of a command: examples, and what else there is to know. */
export function examplesHelp(
  examples: readonly (readonly [what: string, commandLine: string])[],
  ...notes: readonly string[]
): string {
  const lines = examples.map(([what, commandLine]) => `  # ${what}\n  ${commandLine}`)
  return ['\nExamples:', ...lines, ...notes.map((note) => `\n${note}`)].join('\n')
}
