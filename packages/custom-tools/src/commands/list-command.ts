import { shorten } from '@drawbridge/core/base'
import type { RoomCommand } from '@drawbridge/room'
import { readLocalTools } from '../live/read-local.ts'
import { createCustomTools } from '../stored/custom-tools.ts'
import { needPerson } from './place.ts'

const jsonOption = { flags: '--json', summary: 'write one JSON object' }

/** `custom list`. */
export const listCommand: RoomCommand = {
  options: [jsonOption],
  examples: [['All tools of your own', 'drawbridge custom']],
  run: async ({ options, io, ground }) => {
    const stored = await createCustomTools(ground).list()
    const { tools, problems } = await readLocalTools(ground.home)
    const rows = [
      ...stored.map(({ name, description, changedBy, changedAt }) => ({
        name,
        ...shown(description),
        changedBy,
        changedAt,
      })),
      ...tools.map(({ name, description }) => ({ name, ...shown(description) })),
    ]
    if (options.json === true) return io.output.write(`${JSON.stringify({ tools: rows, problems })}\n`)
    const lines = rows.map(
      ({ name, kind, permission, enabled, description }) =>
        `${name}  ${kind}, ${permission}${enabled ? '' : ', disabled'}  ${shorten(description.split('\n')[0] ?? '', 80)}\n`,
    )
    await io.output.write(lines.join(''))
    for (const { file, problem } of problems) await io.diagnostics.write(`tools/${file}: ${problem}\n`)
    if (rows.length === 0)
      await io.diagnostics.write('There are no custom tools. Add one: drawbridge custom add FILE\n')
  },
}

/** `custom export`. */
export const exportCommand: RoomCommand = {
  examples: [['Move the tools to another machine', 'drawbridge custom export > tools.json']],
  run: async (invocation) => {
    needPerson(invocation)
    const stored = await createCustomTools(invocation.ground).list()
    const tools = stored.map(({ description }) => description)
    await invocation.io.output.write(`${JSON.stringify({ drawbridge_tools: 1, tools }, undefined, 2)}\n`)
    await invocation.io.diagnostics.write('The values of encrypted environments are not exported.\n')
    return undefined
  },
}

interface Shown {
  readonly command_type: string
  readonly permission: string
  readonly enabled: boolean
  readonly description: string
}

function shown({ command_type: kind, permission, enabled, description }: Shown) {
  return { kind, permission, enabled, description }
}
