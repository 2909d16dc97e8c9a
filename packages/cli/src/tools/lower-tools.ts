import { errorMessage, type Snapshot } from '@drawbridge/core'
import { escapeUnprintable, nearestNames } from '@drawbridge/core/base'
import { type LoweredSchema, lowerTool, type SchemaFamily } from '@drawbridge/core/lowering'
import { describeTools } from '@drawbridge/core/registry'
import { UsageError } from '../command-line/usage-error.ts'

/** A tool as a provider is shown it, or the reason for which the provider would refuse it. */
export type LoweredTool = { readonly name: string; readonly exposedName: string } & (
  | Omit<LoweredSchema, 'read'>
  | { readonly refused: string }
)

/** Lowers the schemas of a run's tools, or of one of them, for a family of providers. */
export async function lowerTools(
  { tools, names, show, whyHidden }: Snapshot,
  family: SchemaFamily,
  only?: string,
): Promise<readonly LoweredTool[]> {
  const canonical = only === undefined ? undefined : (names.canonicalName(only) ?? only)
  const wanted = tools.filter(({ name }) => canonical === undefined || name === canonical)
  if (wanted.length === 0)
    throw new UsageError(`There is no tool "${only}" here: ${whyHidden(only ?? '').reason}.${suggest(only, tools)}`)
  return (await describeTools(wanted)).map((tool) => {
    const { name: exposedName, inputSchema } = show(tool)
    return { name: tool.name, exposedName, ...lowerOne(exposedName, inputSchema, family) }
  })
}

function suggest(name: string | undefined, tools: Snapshot['tools']): string {
  const [nearest] = nearestNames(
    name ?? '',
    tools.map((tool) => tool.name),
    1,
  )
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}

function lowerOne(name: string, schema: Parameters<typeof lowerTool>[0]['schema'], family: SchemaFamily) {
  try {
    const { read, ...lowered } = lowerTool({ name, schema }, family)
    return lowered
  } catch (error) {
    return { refused: errorMessage(error) }
  }
}

/** Lowered tools for a person: the schema as JSON, then what it no longer says. */
export function renderLoweredTools(tools: readonly LoweredTool[]): string {
  return tools.map(renderLoweredTool).join('\n')
}

function renderLoweredTool(tool: LoweredTool): string {
  if ('refused' in tool) return `${tool.name}  refused\n${escapeUnprintable(tool.refused)}\n`
  const losses = tool.losses.map(({ path, what, effect }) => `  ${effect.padEnd(9)}  ${path}  ${what}`)
  return [
    `${tool.name} as ${tool.exposedName}${tool.strict ? '  strict' : ''}`,
    escapeUnprintable(JSON.stringify(tool.schema, undefined, 2)),
    losses.length === 0 ? 'Nothing is lost.' : 'What the schema no longer says, or says in another form:',
    ...losses.map((line) => escapeUnprintable(line)),
    '',
  ].join('\n')
}
