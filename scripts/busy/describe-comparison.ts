import type { FailedTest } from './read-failures.ts'

/** Returns what to tell of the tests that failed on a busy machine, and of those among them that failed on a quiet one as well. */
export function describeComparison(
  busy: readonly FailedTest[],
  quiet: readonly FailedTest[],
  processes: number,
): string {
  const always = new Set(quiet.map(lineOf))
  const lines = busy.map(lineOf)
  return [
    ...section(
      `Failed only while ${processes} processes computed`,
      lines.filter((line) => !always.has(line)),
    ),
    ...section(
      'Failed without them as well',
      lines.filter((line) => always.has(line)),
    ),
    ...(busy.length === 0 ? [`No test failed while ${processes} processes computed.`] : []),
  ].join('\n')
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)]
}

function lineOf({ file, name }: FailedTest): string {
  return name === undefined ? file : `${file} > ${name}`
}
