import type { RoomCommand } from '@drawbridge/room'
import { createCustomTools } from '../stored/custom-tools.ts'
import { deniedByPolicy } from './denied-by-policy.ts'
import { fileArgument, nameArgument, needPerson, parseJson, readInput } from './place.ts'

/** `custom add`. */
export const addCommand: RoomCommand = {
  arguments: [fileArgument],
  examples: [['A tool from a file', 'drawbridge custom add dns_lookup.json']],
  run: async (invocation) => {
    const by = needPerson(invocation)
    const definition = parseJson(await readInput(invocation, invocation.arguments[0]))
    const tools = createCustomTools(invocation.ground, await deniedByPolicy(invocation))
    const { name } = await tools.add(definition, by)
    await invocation.io.output.write(`Added ${name}.\n`)
    return undefined
  },
}

/** `custom edit`. */
export const editCommand: RoomCommand = {
  arguments: [nameArgument, fileArgument],
  examples: [
    ['Another time limit', 'echo \'{"timeout_seconds": 20}\' | drawbridge custom edit dns_lookup'],
    ['A value of the encrypted environment', 'drawbridge custom edit deploy < token.json'],
  ],
  run: async (invocation) => {
    const by = needPerson(invocation)
    const [name = '', file] = invocation.arguments
    const changes = parseJson(await readInput(invocation, file))
    const changed = await createCustomTools(invocation.ground).edit(name, changes, by)
    await invocation.io.output.write(`Changed ${changed.name}.\n`)
    return undefined
  },
}

/** `custom enable`. */
export const enableCommand: RoomCommand = switchCommand(true)
/** `custom disable`. */
export const disableCommand: RoomCommand = switchCommand(false)

function switchCommand(enabled: boolean): RoomCommand {
  return {
    arguments: [nameArgument],
    examples: [
      [
        enabled ? 'Offer it again' : 'Keep it from all agents',
        enabled ? 'drawbridge custom enable dns_lookup' : 'drawbridge custom disable dns_lookup',
      ],
    ],
    run: async (invocation) => {
      const by = needPerson(invocation)
      const { name } = await createCustomTools(invocation.ground).setEnabled(invocation.arguments[0] ?? '', enabled, by)
      await invocation.io.output.write(`${enabled ? 'Enabled' : 'Disabled'} ${name}.\n`)
      return undefined
    },
  }
}

/** `custom remove`. */
export const removeCommand: RoomCommand = {
  arguments: [{ ...nameArgument, variadic: true }],
  examples: [['Remove a tool', 'drawbridge custom remove dns_lookup']],
  run: async (invocation) => {
    needPerson(invocation)
    const tools = createCustomTools(invocation.ground)
    for (const given of invocation.arguments) {
      const { name } = await tools.need(given)
      await tools.remove(name)
      await invocation.io.output.write(`Removed ${name}.\n`)
    }
    return undefined
  },
}
