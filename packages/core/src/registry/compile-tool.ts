import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { errorMessage } from '../error/error-message.ts'
import { assertCanonicalName } from '../name/canonical-name.ts'
import { type CompiledSchema, compileToolSchema, jsonSchemaOf } from '../schema/index.ts'
import { checkTool } from '../tool/check-tool.ts'
import type { DeferredTool, ToolHead } from '../tool/deferred-tool.ts'
import { derivedRisk } from '../tool/permission.ts'
import type { ToolDefinition } from '../tool/tool.ts'
import type { ListedTool, RegisteredTool } from './registered-tool.ts'

export interface ToolCompileOptions {
  /** Built into Drawbridge: a member of the group `native`. */
  readonly native?: boolean
}

/** Computes all that is fixed about a tool. Throws a typed error that names the tool if its name or schema is unusable. */
export function compileTool(definition: ToolDefinition, options: ToolCompileOptions = {}): RegisteredTool {
  checkTool(definition)
  const isForeign = definition.origin === 'mcp' || definition.profile === 'open'
  const tool: RegisteredTool = {
    ...listTool(definition, options, isForeign),
    definition,
    schema: compileSchema(definition),
    ...outputOf(definition),
    mayOnlyRead: definition.effective !== undefined,
    storesWhole: definition.resultLimit?.artifact !== false,
    load: () => tool,
  }
  return tool
}

/** Lists a tool whose body comes later. Throws as `compileTool`, but for a bad schema, which only its loading can tell. */
export function compileDeferredTool({ load, ...head }: DeferredTool, options: ToolCompileOptions = {}): ListedTool {
  const { mayOnlyRead = false, storesWhole = true, ...parts } = head
  let loaded: RegisteredTool | undefined
  let loading: Promise<RegisteredTool> | undefined
  const listed = { ...listTool(head, options, head.origin === 'mcp'), mayOnlyRead, storesWhole }
  const compile = async () => {
    const whole = compileTool({ ...(await load()), ...parts }, options)
    // Policy and models saw the listed values, so those win.
    const tool: RegisteredTool = { ...whole, ...listed, load: () => tool }
    loaded = tool
    return tool
  }
  return {
    ...listed,
    load: () => {
      if (loaded !== undefined) return loaded
      loading ??= compile().finally(() => {
        loading = undefined
      })
      return loading
    },
  }
}

/** Loads whatever of these tools is not loaded yet, for a list that shows schemas. Rejects if one cannot be loaded. */
export async function loadTools(tools: readonly ListedTool[]): Promise<readonly RegisteredTool[]> {
  return Promise.all(tools.map((tool) => tool.load()))
}

function listTool(
  head: ToolHead,
  { native = false }: ToolCompileOptions,
  isForeign: boolean,
): Omit<ListedTool, 'mayOnlyRead' | 'storesWhole' | 'load'> {
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

function outputOf(definition: ToolDefinition): Pick<RegisteredTool, 'outputSchema'> {
  if (definition.output === undefined) return {}
  try {
    return { outputSchema: jsonSchemaOf(definition.output, 'output') }
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
