import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { errorMessage } from '../error/error-message.ts'
import { assertCanonicalName } from '../name/canonical-name.ts'
import { type CompiledSchema, compileToolSchema } from '../schema/index.ts'
import { derivedRisk } from '../tool/permission.ts'
import type { ToolDefinition } from '../tool/tool.ts'
import { groupsOf } from './groups-of.ts'
import type { RegisteredTool } from './registered-tool.ts'

export interface CompileOptions {
  /** Built into Drawbridge: a member of the group `native`. */
  readonly native?: boolean
}

/** Works out all that is fixed about a tool. Throws a typed error that names the tool where its name or schema is bad. */
export function compileTool(definition: ToolDefinition, { native = false }: CompileOptions = {}): RegisteredTool {
  const origin = definition.origin ?? 'code'
  assertCanonicalName(definition.name, { foreign: origin === 'mcp' || definition.profile === 'open' })
  const tags = new Set(definition.tags)
  const risk = definition.risk ?? derivedRisk(definition.permission, tags)
  return {
    definition,
    name: definition.name,
    schema: compileSchema(definition),
    permission: definition.permission,
    risk,
    tags: tags.add(definition.permission === 'readonly' ? 'readonly' : 'write').add(origin),
    groups: groupsOf(definition, native),
    origin,
  }
}

function compileSchema(definition: ToolDefinition): CompiledSchema {
  try {
    return compileToolSchema(definition.input, definition.profile ?? 'strict')
  } catch (error) {
    const reason = errorMessage(error)
    throw new DrawbridgeError('invalid_tool', `The tool "${definition.name}" has an unusable input schema: ${reason}`, {
      cause: error,
    })
  }
}
