import type { Outcome, Run } from '@drawbridge/core'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { type InputLine, readLines } from '../io/read-lines.ts'
import { outcomeJson } from './outcome-json.ts'

/**
 * The longest line, in UTF-16 units. Parsing a longer one would delay everything else, and arguments of 1 MiB are refused anyway.
 */
const longestCall = 2 * 1024 * 1024

/**
 * Makes one call after the other, one per line of input, and writes a line for each. A line that is not a call gets the
 * outcome `invalid_call`. Resolves to the highest exit code.
 */
export async function callLines(run: Pick<Run, 'call' | 'signal'>, { input, output }: Io): Promise<ExitCode> {
  let worst: ExitCode = exitCodes.ok
  for await (const line of readLines(input, { signal: run.signal, limit: longestCall })) {
    const outcome = await run.call(rawCall(line))
    await output.write(`${JSON.stringify(outcomeJson(outcome))}\n`)
    worst = worseOf(worst, outcome)
    if (run.signal.aborted || output.closed) break
  }
  return run.signal.aborted ? exitCodes.cancelled : worst
}

function worseOf(worst: ExitCode, { status }: Outcome): ExitCode {
  return exitCodes[status] > worst ? exitCodes[status] : worst
}

/** `{tool, arguments}` in the words of the pipeline; whatever is not of this shape goes in as it is. */
function rawCall(line: InputLine): unknown {
  if ('problem' in line) return line.problem
  const value = parse(line.text)
  if (typeof value !== 'object' || value === null || !('tool' in value) || 'name' in value) return line.text
  const { tool, ...rest } = value
  return { name: tool, ...rest }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
