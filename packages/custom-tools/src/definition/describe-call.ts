import type { DeclaredTarget } from '@drawbridge/core'
import { renderCall } from '../command/render-call.ts'
import { buildRequest, variablesOf } from '../http/build-request.ts'
import { targetsOf } from '../live/define-live-tool.ts'
import type { Values } from '../template/read-template.ts'
import type { ToolDescription } from './definition-schema.ts'

/** The command or request of a call. The values of variables are never in it, only their names in `${…}`. */
export interface DescribedCall {
  readonly argv?: readonly string[]
  /** A line that a shell reads. */
  readonly line?: string
  readonly request?: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  readonly stdin?: string
  readonly working_dir?: string
  /** The names of the variables that it would get. */
  readonly variables: readonly string[]
  readonly targets: readonly DeclaredTarget[]
}

/**
 * Describes a call without running it. Pure.
 * @throws ToolFault with the reason, if the arguments cannot be part of the command or request.
 */
export function describeCall(tool: ToolDescription, values: Values): DescribedCall {
  const targets = targetsOf(tool, values)
  const folder = tool.working_dir === undefined ? {} : { working_dir: tool.working_dir }
  if (tool.command_type === 'http') {
    const { body, ...request } = buildRequest(tool, values, (name) => `\${${name}}`)
    return {
      request: { ...request, ...(body === undefined ? {} : { body: String(body) }) },
      variables: variablesOf(tool),
      targets,
    }
  }
  const rendered = renderCall(tool, values)
  const command = rendered.ok ? rendered.command : { argv: [] }
  const stdin = JSON.stringify(values)
  return {
    ...('line' in command ? { line: command.line } : { argv: command.argv }),
    stdin,
    ...folder,
    variables: tool.env_allowlist,
    targets,
  }
}
