import type { Sink } from '../../packages/core/src/flow/sink.ts'
import { renderTable } from './table.ts'

/** Renders a line for each built-in tool: its permission and risk before any input is known. */
export async function toolTable(): Promise<string> {
  const rows = (await builtInTools()).map(({ name, permission, risk, tags, mayOnlyRead, parameters, sinks }) => [
    `[\`${name}\`](#${anchorOf(name)})`,
    mayOnlyRead ? `${permission}; reading for some inputs` : permission,
    risk,
    parameters.map((parameter) => `\`${parameter.name}\``).join(' '),
    permission === 'readonly' ? '' : describeSinks(sinks),
    tags.map((tag) => `\`${tag}\``).join(' '),
  ])
  return renderTable(['tool', 'permission', 'risk', 'parameters', 'decisive besides its targets', 'tags'], rows)
}

/** Renders each built-in tool's description and parameters, as a model sees them. */
export async function toolReference(): Promise<string> {
  const sections = (await builtInTools()).map(({ name, description, parameters }) => {
    const rows = parameters.map((parameter) => [`\`${parameter.name}\``, parameter.type, parameter.meaning])
    return [`### ${name}`, description, renderTable(['parameter', 'type', 'meaning'], rows)].join('\n\n')
  })
  return sections.join('\n\n')
}

function describeSinks(sinks: readonly Sink[] | undefined): string {
  if (sinks === undefined) return 'not declared'
  return sinks.length === 0 ? 'nothing' : sinks.map(({ pointer, kind }) => `\`${pointer}\` ${kind}`).join(', ')
}

/** Loads the tools that there are without any configuration. */
export async function builtInTools() {
  const { builtInRegistry } = await import('../../packages/sdk/src/config/check-policy-file.ts')
  const { loadTools } = await import('../../packages/core/src/registry/compile-tool.ts')
  const tools = await loadTools((await builtInRegistry()).list())
  return tools.map(({ name, description, permission, risk, tags, mayOnlyRead, schema, definition: { sinks } }) => ({
    ...{ name, description, permission, risk, mayOnlyRead, sinks },
    tags: [...tags].toSorted(),
    parameters: parametersOf(schema.jsonSchema),
  }))
}

interface ParameterSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: ParameterSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

function parametersOf(schema: object) {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, ParameterSchema>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, each]) => ({
    name,
    type: typeOf(each),
    meaning: [
      each.description ?? '',
      required.includes(name) && each.default === undefined ? 'Required.' : '',
      each.default === undefined ? '' : `Default \`${JSON.stringify(each.default)}\`.`,
      ...boundsOf(each),
    ]
      .filter(Boolean)
      .join(' '),
  }))
}

function typeOf({ type, enum: values, items }: ParameterSchema): string {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(' ')
  if (type === 'array' && items !== undefined) return `array of ${typeOf(items)}`
  return type === undefined ? 'any of several' : [type].flat().join(' or ')
}

function boundsOf({ minimum, maximum, maxLength, maxItems }: ParameterSchema): readonly string[] {
  const hasMaximum = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  return [
    ...(minimum !== undefined && minimum > 1 ? [`At least ${minimum}.`] : []),
    ...(hasMaximum ? [`At most ${maximum}.`] : []),
    ...(maxLength === undefined ? [] : [`At most ${maxLength} characters.`]),
    ...(maxItems === undefined ? [] : [`At most ${maxItems}.`]),
  ]
}

function anchorOf(name: string): string {
  return name.replaceAll('.', '')
}
