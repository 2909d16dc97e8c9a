import { isDeepStrictEqual } from 'node:util'
import { defined } from '../base/defined.ts'
import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { errorMessage } from '../error/error-message.ts'
import { assertCanonicalName } from '../name/canonical-name.ts'
import { freezeInPlace, freezeJson } from '../schema/freeze-json.ts'
import { type CompiledSchema, compileToolSchema, type JsonSchemaObject, jsonSchemaOf } from '../schema/index.ts'
import type { DeferredTool, ToolHead, ToolSchemas } from '../tool/deferred-tool.ts'
import { derivedRisk } from '../tool/permission.ts'
import type { ToolDefinition } from '../tool/tool.ts'
import { checkTool } from '../tool/tool-definition-check.ts'
import type { DescribedTool, ListedTool, RegisteredTool } from './registered-tool.ts'

export interface ToolCompileOptions {
  /** Built into Drawbridge: a member of the group `native`. */
  readonly native?: boolean
}

/** Computes all that is fixed about a tool. Throws a typed error that names the tool if its name or schema is unusable. */
export function compileTool(definition: ToolDefinition, options: ToolCompileOptions = {}): RegisteredTool {
  checkTool(definition)
  const isForeign = definition.origin === 'mcp' || definition.profile === 'open'
  const schema = compileSchema(definition)
  const tool: RegisteredTool = {
    ...listTool(definition, options, isForeign),
    definition,
    schema,
    ...defined({ inputSchema: schema.frozenSchema, outputSchema: outputOf(definition), metadata: definition.metadata }),
    mayOnlyRead: definition.effective !== undefined,
    storesWhole: definition.resultLimit?.artifact !== false,
    load: () => tool,
    describe: () => tool,
  }
  return tool
}

/** Lists a tool whose body comes later. Throws as `compileTool`, but for a bad schema, which only its loading can tell. */
export function compileDeferredTool(
  { load: loadBody, keptSchemas, ...head }: DeferredTool,
  options: ToolCompileOptions = {},
): ListedTool {
  const { mayOnlyRead = false, storesWhole = true, ...parts } = head
  const listed = { ...listTool(head, options, head.origin === 'mcp'), mayOnlyRead, storesWhole }
  let shown: ToolSchemas | undefined
  const load: Once<RegisteredTool> = loadOnce(async () => {
    const whole = compileTool({ ...(await loadBody()), ...parts }, options)
    if (shown !== undefined) assertSameSchemas(whole, shown)
    // Policy and models saw the listed values, so those win.
    return { ...whole, ...listed, ...shown, load, describe: load }
  })
  const describe: Once<DescribedTool> = loadOnce(async () => {
    const kept = load.hasBegun() ? undefined : await keptSchemas?.()
    if (kept === undefined || load.hasBegun()) return load()
    shown = freezeInPlace(kept)
    return { ...listed, ...shown, load, describe }
  })
  return { ...listed, load, describe }
}

/** Loads a value once, and returns it at once from then on. A load that failed is tried again. */
function loadOnce<Value>(load: () => Promise<Value>): Once<Value> {
  let loaded: { readonly value: Value } | undefined
  let loading: Promise<Value> | undefined
  const start = async () => {
    const value = await load()
    loaded = { value }
    return value
  }
  const once = () => {
    if (loaded !== undefined) return loaded.value
    loading ??= start().finally(() => {
      loading = undefined
    })
    return loading
  }
  return Object.assign(once, { hasBegun: () => loaded !== undefined || loading !== undefined })
}

interface Once<Value> {
  (): Value | Promise<Value>
  /** True if it is loaded, or being loaded. */
  hasBegun(): boolean
}

/** Throws if a model was shown other schemas than those that its calls are checked by. */
function assertSameSchemas(tool: RegisteredTool, shown: ToolSchemas): void {
  const isSame = (side: 'inputSchema' | 'outputSchema') => isDeepStrictEqual(tool[side], shown[side])
  if (isSame('inputSchema') && isSame('outputSchema')) return
  throw new DrawbridgeError(
    'invalid_tool',
    `The tool "${tool.name}" has other schemas than those that are kept for lists. Write the kept ones again from its code.`,
  )
}

/** Loads whatever of these tools is not loaded yet. Rejects if one cannot be loaded. */
export async function loadTools(tools: readonly ListedTool[]): Promise<readonly RegisteredTool[]> {
  return Promise.all(tools.map((tool) => tool.load()))
}

/** Loads the schemas of tools, for a list that shows them. Rejects if one cannot be loaded. */
export async function describeTools(tools: readonly ListedTool[]): Promise<readonly DescribedTool[]> {
  return Promise.all(tools.map((tool) => tool.describe()))
}

function listTool(
  head: ToolHead,
  { native = false }: ToolCompileOptions,
  isForeign: boolean,
): Omit<ListedTool, 'mayOnlyRead' | 'storesWhole' | 'load' | 'describe'> {
  const { name, description, permission, origin = 'code' } = head
  assertCanonicalName(name, { foreign: isForeign })
  return {
    description,
    permission,
    risk: head.risk ?? derivedRisk(permission, new Set(head.tags)),
    origin,
    ...identityOf(head, native),
  }
}

/** Returns the parts of a tool that lists and rules match. */
export function identityOf(head: ToolHead, native = false): Pick<ListedTool, 'name' | 'groups' | 'tags'> {
  const { name, permission, tags, origin = 'code' } = head
  const marks = new Set(tags).add(permission === 'readonly' ? 'readonly' : 'write').add(origin)
  return { name, groups: groupsOf(head, native), tags: marks }
}

function compileSchema(definition: ToolDefinition): CompiledSchema {
  try {
    return compileToolSchema(definition.input, definition.profile ?? 'strict')
  } catch (error) {
    throw unusable(definition, 'input', error)
  }
}

function outputOf(definition: ToolDefinition): JsonSchemaObject | undefined {
  if (definition.output === undefined) return undefined
  try {
    return freezeJson(jsonSchemaOf(definition.output, 'output'))
  } catch (error) {
    throw unusable(definition, 'output', error)
  }
}

function unusable({ name }: ToolDefinition, side: 'input' | 'output', cause: unknown): DrawbridgeError {
  const reason = errorMessage(cause)
  return new DrawbridgeError('invalid_tool', `The tool "${name}" has an unusable ${side} schema: ${reason}`, { cause })
}

/** Returns the groups of a tool: its own groups or the first part of its name, `all`, and those that follow from its origin. */
function groupsOf(definition: Pick<ToolDefinition, 'name' | 'groups'>, native: boolean): readonly string[] {
  const [first = '', second = ''] = definition.name.split('.')
  const groups = new Set(definition.groups ?? [first])
  if (first === 'mcp') groups.add('mcp').add(`mcp:${second}`)
  if (native) groups.add('native')
  return [...groups.add('all')]
}
