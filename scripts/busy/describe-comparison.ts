import type { FailedTest } from './read-failures.ts'

/** Returns what to tell of the tests that failed beside busy processes, and of those among them that failed without as well. */
export function describeComparison(
  busy: readonly FailedTest[],
  quiet: readonly FailedTest[],
  processes: number,
): string {
  const always = new Set(quiet.map(lineOf))
  const lines = busy.map(lineOf)
  return [
    ...section(
      `Failed only beside ${processes} busy processes`,
      lines.filter((line) => !always.has(line)),
    ),
    ...section(
      'Failed without them too',
      lines.filter((line) => always.has(line)),
    ),
    ...(busy.length === 0 ? [`No test failed beside ${processes} busy processes.`] : []),
  ].join('\n')
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)]
}

function lineOf({ file, name }: FailedTest): string {
  return name === undefined ? file : `${file} > ${name}`
}
