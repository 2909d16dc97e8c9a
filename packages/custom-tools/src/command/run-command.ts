import { fail, type ToolContext, type ToolOutput } from '@drawbridge/core'
import { assertNever } from '@drawbridge/core/base'
import type { BoundedOutput, ProcessResult } from '@drawbridge/core/machine'
import { createOutputKeeper, describeEnd, lastLines, renderOutput, reportLife } from '@drawbridge/tools/command'
import type { ToolDescription } from '../definition/definition-schema.ts'
import type { Values } from '../template/read-template.ts'
import { readOutput } from './read-output.ts'
import { renderCall } from './render-call.ts'

/** Runs the command of a call, with the arguments as JSON on its standard input, and reads what it printed. */
export async function runCommand(
  tool: ToolDescription,
  values: Values,
  environment: Readonly<Record<string, string>>,
  context: ToolContext,
): Promise<ToolOutput> {
  const rendered = renderCall(tool, values)
  if (!rendered.ok) return fail('validation_error', rendered.problem)
  const { timeoutMs, signal, workspace } = context
  const cwd = context.invocations[0]?.cwd ?? workspace
  const isOutside = context.targets.some(
    (target) => target.kind === 'path' && target.real === cwd && target.zone === 'outside',
  )
  if (tool.working_dir !== undefined && isOutside)
    fail(
      'path_outside_roots',
      `"working_dir" of the tool is ${JSON.stringify(cwd)}, which is outside of the workspace and of the allowed roots.`,
    )
  const { stdout_limit_bytes: outBytes, stderr_limit_bytes: errorBytes } = tool
  const keeper = createOutputKeeper(() => context.spill('text/plain'))
  using life = reportLife(context)
  const result = await context.processes.run({
    ...rendered.command,
    cwd,
    environment,
    timeoutMs,
    signal,
    maxOutputBytes: Math.max(outBytes, errorBytes),
    stdin: Buffer.from(JSON.stringify(values)),
    onOutput: (stream, chunk) => {
      life.note(chunk)
      return stream === 'stdout' ? keeper.take(chunk) : undefined
    },
  })
  const artifact = await keeper.finish()
  const stdout = limited(result.stdout, outBytes)
  const stderr = limited(result.stderr, errorBytes)
  const shown = renderOutput(stdout).text
  assertSucceeded(tool.name, { ...result, stderr }, shown)
  const { place } = context.processes
  const output = readOutput(stdout, shown, outBytes)
  const notes = [...(result.notices ?? []), ...(place?.notice === undefined ? [] : [place.notice])]
  if (artifact === undefined && notes.length === 0) return output
  const content =
    typeof output.content === 'string' ? [{ type: 'text', text: output.content } as const] : output.content
  const more = notes.map((text) => ({ type: 'text', text }) as const)
  return { ...output, content: [...content, ...more, ...(artifact === undefined ? [] : [artifact])] }
}

function assertSucceeded(name: string, { end, durationMs, stderr }: ProcessResult, shown: string): void {
  const data = {
    exit_code: end.kind === 'exited' ? end.exitCode : null,
    signal: end.kind === 'killed' ? end.signal : null,
  }
  const details = { data, ...(shown === '' ? {} : { content: [{ type: 'text', text: shown } as const] }) }
  const ending = describeEnd(end, durationMs)
  const said = lastLines(stderr)
  switch (end.kind) {
    case 'exited':
      if (end.exitCode === 0) return
      break
    case 'timed_out':
      fail('timeout', `"${name}": ${ending}`, details)
      break
    case 'aborted':
      fail('aborted', `"${name}": ${ending}`, details)
      break
    case 'killed':
      break
    default:
      assertNever(end)
  }
  fail(
    'command_failed',
    `"${name}" failed. ${ending}${said === '' ? '' : ` It said: ${JSON.stringify(said)}`}`,
    details,
  )
}

/** Cuts an output to the limit of its stream, half from its head and half from its tail. */
function limited(output: BoundedOutput, limit: number): BoundedOutput {
  const { head, tail, totalBytes } = output
  if (head.length + tail.length <= limit) return output
  const whole = Buffer.concat([head, tail])
  const front = Math.ceil(limit / 2)
  return { head: whole.subarray(0, front), tail: whole.subarray(whole.length - (limit - front)), totalBytes }
}
