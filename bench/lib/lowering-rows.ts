import { readFileSync } from 'node:fs'
import { errorMessage } from '@drawbridge/core'
import { lowerTool, type SchemaFamily, schemaFamilies } from '@drawbridge/core/lowering'
import { loadTools, safeName } from '@drawbridge/core/registry'
import { openSchema, SchemaError } from '@drawbridge/core/schema'
import { createDrawbridge } from '@drawbridge/sdk'
import { breachesOf } from '../../packages/core/src/lowering/__fixtures__/published-rules.ts'

type Schema = Parameters<typeof lowerTool>[0]['schema']

/** A tool as some list of tools has it. */
export interface PublishedTool {
  readonly name: string
  readonly schema: Schema
}

export interface LoweringRow {
  readonly family: SchemaFamily
  readonly tools: number
  readonly lowered: number
  /** Tool and reason of each that the family has no form for. */
  readonly refused: readonly string[]
  /** Tools that threw something else, or whose lowered schema breaks a published rule. */
  readonly wrong: readonly string[]
}

/** Lowers each tool for each family, and judges the result by the published rules of the family. */
export function lowerForEveryFamily(tools: readonly PublishedTool[]): readonly LoweringRow[] {
  return schemaFamilies.map((family) => {
    const refused: string[] = []
    const wrong: string[] = []
    for (const { name, schema } of tools) {
      try {
        const { schema: lowered, strict } = lowerTool({ name: safeName(name), schema }, family)
        const judge = family === 'openai-strict' && !strict ? 'openai' : family
        const [breach] = breachesOf(lowered, judge)
        if (breach !== undefined) wrong.push(`${family} ${name}: ${breach}`)
      } catch (error) {
        const isNamed = errorMessage(error).includes('cannot be offered to')
        ;(isNamed ? refused : wrong).push(`${family} ${name}: ${errorMessage(error)}`)
      }
    }
    return { family, tools: tools.length, lowered: tools.length - refused.length - wrong.length, refused, wrong }
  })
}

/**
 * The tools that servers of the npm registry list, with names and versions of the servers. Descriptions are left out. Each was
 * collected by starting the server and asking for `tools/list`.
 */
export function toolsOfServers(): readonly PublishedTool[] {
  const lines = readFileSync(`${import.meta.dirname}/../scores/mcp-tools.jsonl`, 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const { name, inputSchema } = JSON.parse(line) as { name: string; inputSchema: Schema }
    return { name, schema: inputSchema }
  })
}

/** The tools of a plain Drawbridge. */
export async function ownTools(): Promise<readonly PublishedTool[]> {
  await using drawbridge = await createDrawbridge({ useConfig: false, record: 'off' })
  const tools = await loadTools(drawbridge.openSession().snapshot.tools)
  return tools.map(({ name, schema }) => ({ name, schema: schema.frozenSchema }))
}

/** Those of the tools that can be registered at all. */
export async function registrable(tools: readonly PublishedTool[]): Promise<readonly PublishedTool[]> {
  const kept: PublishedTool[] = []
  for (const tool of tools) {
    try {
      await openSchema(tool.schema)
      kept.push(tool)
    } catch (error) {
      if (!SchemaError.isInstance(error)) throw error
    }
  }
  return kept
}
