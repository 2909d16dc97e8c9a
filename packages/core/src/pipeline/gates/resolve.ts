import type { Reading } from '../../dialect/dialect.ts'
import { didYouMean } from '../../name/nearest-names.ts'
import { type Failure, failure } from '../../outcome/failure.ts'
import type { RegisteredTool } from '../../registry/registered-tool.ts'
import type { NormalizedCall, ResolvedCall } from '../call.ts'
import type { RunContext } from '../run-context.ts'
import { type Stop, stop } from '../stage.ts'
import { invalidArguments } from './validate.ts'

/**
 * Finds the tool in the run's frozen set and loads its missing parts, or returns the reason why it is unavailable. From
 * here on the call is judged by the current policy; a tool that it has removed since the run was opened is refused.
 */
export function resolve(call: NormalizedCall, context: RunContext): ResolvedCall | Stop | Promise<ResolvedCall | Stop> {
  const refreshing = context.authority.refresh?.()
  return refreshing === undefined ? find(call, context) : refreshing.then(() => find(call, context))
}

/** Adds the tool, and puts arguments that came in the words of a dialect into canonical ones. */
function withTool(call: NormalizedCall, tool: RegisteredTool): ResolvedCall | Stop {
  const { spoken } = call
  if (spoken === undefined) return { ...call, tool }
  const reading = spoken.speech.read(spoken.arguments)
  if (!reading.ok) return stop('failed', misread(call, reading))
  const repairs = reading.repairs.length === 0 ? call.repairs : [...call.repairs, ...reading.repairs]
  return { ...call, tool, arguments: reading.arguments, repairs }
}

function misread(call: NormalizedCall, reading: Extract<Reading, { readonly ok: false }>): Failure {
  if ('problems' in reading) return invalidArguments(call, reading)
  const { code, message } = reading.refused
  return failure(code, `The arguments of "${call.exposedName}" are invalid: ${message}`)
}

function find(
  call: NormalizedCall,
  { snapshot, authority }: RunContext,
): ResolvedCall | Stop | Promise<ResolvedCall | Stop> {
  const found = snapshot.find(call.name)
  if (found !== undefined) {
    const removal = authority.removal?.(found.name)
    if (removal !== undefined) {
      const why = `The tool "${call.exposedName}" was removed while this run was open: ${removal.reason} (${removal.source}).`
      return stop('denied', failure('denied_by_policy', `${why} Continue without it.`))
    }
    const tool = found.load()
    return tool instanceof Promise ? tool.then((loaded) => withTool(call, loaded)) : withTool(call, tool)
  }
  const hidden = snapshot.whyHidden(call.name)
  if (hidden.class !== 'unknown') {
    return stop(
      'failed',
      failure(
        'tool_not_available',
        `The tool "${call.exposedName}" is not available in this run: ${hidden.reason} (${hidden.source}).`,
      ),
    )
  }
  if (hidden.source !== 'registry') {
    const exposed = call.exposedName.slice(0, 200)
    return stop(
      'failed',
      failure('unknown_tool', `The tool "${exposed}" does not exist: ${hidden.reason} (${hidden.source}).`),
    )
  }
  const known = snapshot.tools.map((candidate) => snapshot.names.exposedName(candidate.name) ?? candidate.name)
  return stop(
    'failed',
    failure(
      'unknown_tool',
      `The tool "${call.exposedName.slice(0, 200)}" does not exist.${didYouMean(call.exposedName, known)} Call one of the tools you were given.`,
    ),
  )
}
