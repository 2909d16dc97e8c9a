import type { Report } from './report.ts'

/** Renders a report as an aligned text table followed by its goals and details. */
export function printReport(report: Report): string {
  const table = [report.columns, ...report.rows].map((row) => row.map(String))
  const widths = report.columns.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const goals = report.goals.map((goal) => `${goal.met ? 'met ' : 'MISS'}  ${goal.text}`)
  return [`# ${report.name}`, ...lines, ...goals, ...(report.details ?? [])].join('\n')
}
