import { fail } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import { type DeferredTool, defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { openSchema, strictSchema } from '@drawbridge/core/schema'
import type { House } from '@drawbridge/room'
import { renderCall } from '../command/render-call.ts'
import { runCommand } from '../command/run-command.ts'
import type { ToolDescription } from '../definition/definition-schema.ts'
import { targetUrl } from '../http/build-request.ts'
import { sendRequest } from '../http/send-request.ts'
import type { Values } from '../template/read-template.ts'
import { type LiveTool, type LiveTools, shapeOf } from './live-tools.ts'

/**
 * Makes the tool that a run calls; its schema is compiled when it is needed first. The run keeps the name, schema and permission that
 * its model was shown; what is run is always the definition as it is at the call. A definition that is gone, or whose shown part has
 * changed, is refused.
 */
export function defineLiveTool(made: LiveTool, live: LiveTools, house: Pick<House, 'client'>): DeferredTool {
  const { name, origin, description } = made
  const { permission, tags, description: told } = description
  return { name, origin, description: told, permission, tags, load: () => bodyOf(made, live, house) }
}

async function bodyOf(made: LiveTool, live: LiveTools, house: Pick<House, 'client'>): Promise<ToolBody> {
  const { name, description } = made
  const { parameters, sinks, timeout_seconds: seconds, api } = description
  const shape = shapeOf(made)
  const input = await (api === undefined ? strictSchema(parameters) : openSchema(parameters))
  const now = (): LiveTool =>
    live.find(name) ?? fail('tool_not_available', `The tool "${name}" was removed or disabled.`)
  return defineToolBody({
    input,
    ...(sinks === undefined ? {} : { sinks }),
    profile: api === undefined ? 'strict' : 'open',
    timeoutMs: seconds * 1_000,
    check: (values) => {
      const current = live.find(name)
      if (current === undefined) return `The tool "${name}" was removed or disabled. Continue without it.`
      if (shapeOf(current) !== shape)
        return `The tool "${name}" was changed. Its new form is offered with the next request.`
      if (current.description.command_type === 'http') return undefined
      const rendered = renderCall(current.description, valuesOf(values))
      return rendered.ok ? undefined : rendered.problem
    },
    timeLimit: () => (live.find(name)?.description.timeout_seconds ?? seconds) * 1_000,
    targets: (values) => targetsOf(now().description, valuesOf(values)),
    execute: async (values, context) => {
      const current = now()
      const environment = await live.environmentOf(current)
      if (current.description.command_type !== 'http')
        return runCommand(current.description, valuesOf(values), environment, context)
      const client = await house.client('custom')
      return sendRequest(current.description, valuesOf(values), environment, { client, context })
    },
  })
}

/** Returns the targets of a call of a tool. Pure. */
export function targetsOf(tool: ToolDescription, values: Values) {
  if (tool.command_type === 'http') return [{ kind: 'url', url: targetUrl(tool, values) } as const]
  const rendered = renderCall(tool, values)
  if (!rendered.ok) return fail('validation_error', rendered.problem)
  const place = tool.working_dir === undefined ? {} : { cwd: tool.working_dir }
  const { command } = rendered
  return 'line' in command
    ? [{ kind: 'shell', command: command.line, ...place } as const]
    : [{ kind: 'command', argv: command.argv, ...place } as const]
}

function valuesOf(input: unknown): Values {
  return isJsonObject(input) ? input : {}
}
