import { DrawbridgeError } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import { openSchema, strictSchema } from '@drawbridge/core/schema'
import type { HouseGround, RoomCommand } from '@drawbridge/room'
import type { ToolDescription } from '../definition/definition-schema.ts'
import { type DescribedCall, describeCall } from '../definition/describe-call.ts'
import { needDefinition } from '../definition/read-definition.ts'
import { readLocalTools } from '../live/read-local.ts'
import { createCustomTools } from '../stored/custom-tools.ts'
import { parseJson, readInput } from './place.ts'

/** `custom test`: a dry run. */
export const testCommand: RoomCommand = {
  arguments: [
    { name: 'tool', summary: 'the name of a tool; with --file not needed', required: false },
    { name: 'arguments', summary: 'the arguments of the call as a JSON object; default {}', required: false },
  ],
  options: [{ flags: '--file <path>', summary: 'test the definition in a file that is not added yet' }],
  examples: [['What would run?', 'drawbridge custom test dns_lookup \'{"domain": "example.org"}\'']],
  run: async (invocation) => {
    const { options, io, ground } = invocation
    const [first, second] = invocation.arguments
    const isFile = typeof options.file === 'string'
    const tool = isFile
      ? (await needDefinition(parseJson(await readInput(invocation, String(options.file))))).description
      : await findTool(first ?? '', ground)
    const given = parseJson((isFile ? first : second) ?? '{}')
    if (!isJsonObject(given)) throw invalid('The arguments of a call are a JSON object.')
    await io.output.write(`${JSON.stringify(await describeWith(tool, given), undefined, 2)}\n`)
    return undefined
  },
}

/**
 * Describes what a call of a tool with these arguments would run or send. Runs nothing.
 * @throws DrawbridgeError `invalid_option` if the tool does not take them.
 */
export async function describeWith(tool: ToolDescription, given: object): Promise<DescribedCall> {
  const schema = await (tool.api === undefined ? strictSchema(tool.parameters) : openSchema(tool.parameters))
  const checked = await schema['~standard'].validate(given)
  if (checked.issues !== undefined)
    throw invalid(
      `The arguments are invalid:\n${checked.issues.map(({ message, path = [] }) => `- ${path.join('.')}: ${message}`).join('\n')}`,
    )
  const values = isJsonObject(checked.value) ? checked.value : {}
  return describeCall(tool, values)
}

async function findTool(name: string, ground: HouseGround): Promise<ToolDescription> {
  if (!name.startsWith('local.')) return (await createCustomTools(ground).need(name)).description
  const found = (await readLocalTools(ground.home)).tools.find((tool) => tool.name === name)
  if (found === undefined) throw invalid(`There is no tool "${name}". See: drawbridge custom list`)
  return found.description
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
