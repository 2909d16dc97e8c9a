import { escapeToOneLine } from '@drawbridge/core/base'
import { createStyle, type Style } from '@drawbridge/room/text'
import { type PolicyTestResult, runPolicyTests } from '@drawbridge/sdk/config'
import { resolveWorkspace } from '@drawbridge/sdk/folders'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import type { PolicyFileFlags } from './policy-file-flags.ts'
import { renderProblems } from './render-problems.ts'
import { roomsForFile } from './rooms-for-file.ts'

/** Runs the tests that a configuration file carries. */
export async function runPolicyTest(
  file: string,
  flags: PolicyFileFlags,
  { output, environment }: Io,
): Promise<ExitCode> {
  const run = await runPolicyTests(file, {
    workspace: resolveWorkspace(flags.workspace),
    kind: flags.project === true ? 'project' : 'operator',
    rooms: await roomsForFile(file, environment),
  })
  const { warnings } = run
  const problems = run.status === 'faulty' ? run.problems : []
  const results = run.status === 'run' ? run.results : []
  const passed = results.filter((result) => result.passed).length
  if (flags.json === true) await output.write(`${JSON.stringify({ problems, warnings, results })}\n`)
  else {
    const style = createStyle(output.colour)
    await output.write(renderProblems(problems, warnings, style))
    await output.write(results.map((result) => renderResult(file, result, style)).join(''))
    if (run.status === 'run') await output.write(`${passed} of ${results.length} tests passed.\n`)
  }
  return problems.length === 0 && passed === results.length ? exitCodes.ok : exitCodes.failed
}

function renderResult(
  file: string,
  { name, line, expected, actual, passed, reason, source }: PolicyTestResult,
  style: Style,
): string {
  const title = escapeToOneLine(name)
  if (passed) return `${style.good('passed')}  ${title}\n`
  const where = source === undefined ? '' : ` (${source})`
  return `${style.bad('failed')}  ${title}  ${file}:${line}\n        expected ${expected}, got ${actual}: ${escapeToOneLine(reason)}${where}\n`
}
