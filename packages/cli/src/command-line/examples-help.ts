/** Returns the text below a command's options: examples, and further notes. */
export function examplesHelp(
  examples: readonly (readonly [what: string, commandLine: string])[],
  ...notes: readonly string[]
): string {
  const lines = examples.map(([what, commandLine]) => `  # ${what}\n  ${commandLine}`)
  return ['\nExamples:', ...lines, ...notes.map((note) => `\n${note}`)].join('\n')
}
