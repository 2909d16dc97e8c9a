import type { Clock } from '@drawbridge/core/base'
import { shorten } from '@drawbridge/core/base'
import type { BackgroundEnd } from '@drawbridge/core/machine'
import { describeEnd } from '../command/command-report.ts'
import type { ProcessEntry } from './process-table.ts'

/** One process as programs see it; an element of `data` of `runtime.process`. */
export interface ProcessData {
  readonly process_id: string
  readonly pid: number
  readonly status: 'running' | 'exited' | 'killed' | 'timed_out' | 'stopped'
  readonly command: string
  readonly cwd: string
  readonly runtime_ms: number
  readonly output_bytes: number
  readonly exit_code: number | null
  readonly signal: string | null
}

export function processData({ id, process, command, cwd }: ProcessEntry, clock: Clock): ProcessData {
  const outcome = process.outcome()
  const end = outcome?.end
  return {
    process_id: id,
    pid: process.pid,
    status: statusOf(end),
    command,
    cwd,
    runtime_ms: outcome?.durationMs ?? clock.now() - process.startedAt,
    output_bytes: process.read(0).totalBytes,
    exit_code: end?.kind === 'exited' ? end.exitCode : null,
    signal: end?.kind === 'killed' ? end.signal : null,
  }
}

function statusOf(end: BackgroundEnd['end'] | undefined): ProcessData['status'] {
  if (end === undefined) return 'running'
  return end.kind === 'aborted' ? 'stopped' : end.kind
}

/** `Still running after 1.2 s.`, or how it ended. */
export function describeState({ process }: ProcessEntry, clock: Clock): string {
  const outcome = process.outcome()
  if (outcome === undefined) return `Process still running after ${seconds(clock.now() - process.startedAt)}.`
  const { end, durationMs, survivors, notices = [] } = outcome
  const said = end.kind === 'aborted' ? `Stopped after ${seconds(durationMs)}.` : describeEnd(end, durationMs)
  const alive = survivors.filter(({ killed }) => !killed)
  return [
    `Process ended. ${said}`,
    ...(alive.length === 0 ? [] : [`${alive.length} of its processes could not be ended.`]),
    ...notices,
  ].join(' ')
}

/** `p1 running 12.0 s :: npm run dev` */
export function describeLine(entry: ProcessEntry, clock: Clock): string {
  const { process_id: id, status, runtime_ms: runtime, command, exit_code: code } = processData(entry, clock)
  const [firstLine = ''] = command.split('\n')
  const shown = shorten(firstLine, 80)
  const name = shown === firstLine && firstLine.length < command.length ? `${firstLine}…` : shown
  return `${id} ${status}${code === null ? '' : ` (${code})`} ${seconds(runtime)} :: ${name}`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
