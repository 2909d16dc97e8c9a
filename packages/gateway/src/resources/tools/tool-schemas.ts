import { z } from 'zod'

const object = z.record(z.string(), z.unknown())

export const toolShape = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    permission: z.enum(['readonly', 'write']),
    risk: z.string(),
    tags: z.array(z.string()),
    groups: z.array(z.string()),
    inputSchema: object,
    remote: z.boolean().describe('False if the tool is kept from callers over HTTP.'),
  })
  .meta({ id: 'Tool' })

export const hiddenTool = z
  .strictObject({ name: z.string(), class: z.string(), reason: z.string(), source: z.string() })
  .meta({ id: 'HiddenTool' })

export const outcomeShape = z
  .looseObject({
    status: z.enum(['ok', 'failed', 'denied', 'cancelled']),
    code: z.string().optional(),
    message: z.string().optional(),
    text: z.string(),
    session: z.string(),
    call: z.string(),
    result: object,
  })
  .meta({ id: 'Outcome' })

export const explanationShape = z
  .looseObject({ tool: z.string(), available: z.boolean(), targets: z.array(z.unknown()) })
  .meta({ id: 'Explanation' })

/** The arguments of a tool. */
export const toolArguments = object.describe('The arguments of the tool.')
