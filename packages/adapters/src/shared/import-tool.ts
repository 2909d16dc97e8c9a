import {
  type DeclaredTarget,
  defineTool,
  type Permission,
  type ToolContext,
  type ToolDefinition,
} from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import { openSchema } from '@drawbridge/core/schema'

/** The facts about a framework's tools that the framework does not know, and without which a policy cannot decide. */
export interface ImportOptions {
  /** The beginning of the tools' names: with `weather`, `getCity` becomes `weather.get_city`. */
  readonly group: string
  /** The permission of every tool, or of each by the name that the framework knows. */
  readonly permission: Permission | ((tool: string) => Permission)
  /** Returns the things that a call will touch, before it runs. Default: none, so that rules can only name the tool. */
  readonly targets?: (input: Readonly<Record<string, unknown>>, tool: string) => readonly DeclaredTarget[]
}

/** A tool of a framework, as far as a Drawbridge needs to know it. */
export interface ForeignTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly schema: unknown
  /** Returns text, a JSON value or parts made by `toolOutput`. What it throws fails the call. */
  run(
    input: Readonly<Record<string, unknown>>,
    call: { readonly id: string } & Pick<ToolContext, 'signal' | 'progress'>,
  ): Promise<unknown>
}

/**
 * Makes a tool of a Drawbridge from a framework's tool. Its calls pass validation, policy, approval and record. Rejects
 * with `invalid_tool` for an invalid permission, and with a `SchemaError` for a schema that cannot be used.
 */
export async function importTool(
  { name, description, schema, run }: ForeignTool,
  { group, permission, targets }: ImportOptions,
): Promise<ToolDefinition> {
  return defineTool({
    name: `${group}.${canonicalWord(name)}`,
    description,
    input: await openSchema(schema),
    profile: 'open',
    permission: typeof permission === 'string' ? permission : permission(name),
    ...(targets === undefined ? {} : { targets: (input: unknown) => targets(asObject(input), name) }),
    execute: (input, { toolCallId, signal, progress }) =>
      run(asObject(input), { id: toolCallId, signal, progress: (news) => progress(news) }),
  })
}

function asObject(input: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(input) ? input : {}
}

/** Returns a name as the last part of a canonical one: small letters, digits and underscores. */
function canonicalWord(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
}
