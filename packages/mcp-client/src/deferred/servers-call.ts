import { fail } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { z } from 'zod'
import { serverOf } from '../tools/server-of.ts'

const input = z.strictObject({
  name: z.string().min(1).max(256).describe('The name of a tool of a server, as servers.search gives it.'),
  arguments: z.looseObject({}).default({}).describe('The arguments, as the schema of the tool says.'),
})

/** The body of `servers.call`. The pipeline judges and carries out the call as one of the tool that it names; this never runs. */
export function serversCall(): ToolBody {
  return defineToolBody({
    input,
    profile: 'open',
    check: ({ name }) => objectionTo(name),
    reroute: ({ name, arguments: given }) => ({ tool: name, input: given }),
    execute: ({ name }) => fail('tool_not_available', `"${name}" cannot be called in this way.`),
  })
}

/** Refuses names of tools that are not a server's, so that this does not become a second way to them. */
function objectionTo(name: string): string | undefined {
  const isCanonical = name.includes('.')
  if (!isCanonical || serverOf(name) !== undefined) return undefined
  return `"${name}" is not a tool of a server. Call it by its own name.`
}
