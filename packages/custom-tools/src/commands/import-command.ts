import { DrawbridgeError } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import type { CommandInvocation, RoomCommand } from '@drawbridge/room'
import { importOpenApi } from '../openapi/import-openapi.ts'
import { readDocument } from '../openapi/read-document.ts'
import { canonicalNameOf, createCustomTools } from '../stored/custom-tools.ts'
import { deniedByPolicy } from './denied-by-policy.ts'
import { fileArgument, needPerson, readInput } from './place.ts'

/** `custom import`. */
export const importCommand: RoomCommand = {
  arguments: [
    { ...fileArgument, summary: 'OpenAPI document (JSON or YAML), or an export; "-" or nothing reads standard input' },
  ],
  options: [
    { flags: '--as <name>', summary: 'what the names of the tools begin with; default: the title of the document' },
    { flags: '--server <url>', summary: 'the server, in place of the first one of the document' },
    { flags: '--variables <json>', summary: 'values for the variables of the server, as a JSON object' },
    { flags: '--only <words>', summary: 'operation ids or tags, with commas; default: all' },
    { flags: '--agent <id>', summary: 'the agent that gets the tools; default: all agents' },
    { flags: '--dry-run', summary: 'list what would be imported, and change nothing' },
    { flags: '--json', summary: 'write one JSON object' },
  ],
  examples: [['An API with its tag "pets"', 'drawbridge custom import petstore.yaml --as pets --only pets']],
  run: async (invocation) => {
    const by = needPerson(invocation)
    const document = readDocument(await readInput(invocation, invocation.arguments[0]))
    if (document.drawbridge_tools !== undefined) return importExport(document, by, invocation)
    const { options, io, ground } = invocation
    const read = await importOpenApi(document, {
      name: text(options.as),
      server: text(options.server),
      variables: variablesOf(text(options.variables)),
      only: text(options.only)
        ?.split(',')
        .map((word) => word.trim()),
      agent: text(options.agent),
    })
    if (options.dryRun !== true && read.tools.length > 0)
      await createCustomTools(ground, await deniedByPolicy(invocation)).addAll(read.tools, by)
    const listed = read.tools.map(({ request, ...tool }) => ({
      name: canonicalNameOf(tool),
      method: request.method,
      url: request.url,
    }))
    const { leftOut, variables } = read
    if (options.json === true) {
      await io.output.write(`${JSON.stringify({ api: read.name, tools: listed, leftOut, variables })}\n`)
      return undefined
    }
    await io.output.write(listed.map(({ name, method, url }) => `${name}  ${method} ${url}\n`).join(''))
    for (const { operation, reason } of leftOut) await io.diagnostics.write(`Left out ${operation}: ${reason}\n`)
    await io.diagnostics.write(
      `${options.dryRun === true ? 'Would import' : 'Imported'} ${listed.length} of ${listed.length + leftOut.length} operations.\n`,
    )
    const [any] = read.tools
    if (variables.length > 0 && any !== undefined)
      await io.diagnostics.write(
        `Set their credentials once, for all of them: ${variables.join(', ')}\n  echo '{"env": {"${variables[0]}": "…"}}' | drawbridge custom edit ${canonicalNameOf(any)}\n`,
      )
    return undefined
  },
}

async function importExport(document: Readonly<Record<string, unknown>>, by: string, invocation: CommandInvocation) {
  const { io, ground, options } = invocation
  const { tools } = document
  if (!Array.isArray(tools)) throw new DrawbridgeError('invalid_option', 'The export has no list "tools".')
  const refuses = await deniedByPolicy(invocation)
  const added = options.dryRun === true ? [] : await createCustomTools(ground, refuses).addAll(tools, by)
  await io.output.write(added.map(({ name }) => `Added ${name}.\n`).join(''))
  return undefined
}

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function variablesOf(given: string | undefined): Readonly<Record<string, string>> {
  if (given === undefined) return {}
  const value = readDocument(given)
  if (isJsonObject(value) && Object.values(value).every((each) => typeof each === 'string'))
    return value as Readonly<Record<string, string>>
  throw new DrawbridgeError('invalid_option', '"--variables" is a JSON object of texts.')
}
