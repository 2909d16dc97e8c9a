import type { ToolDefinition } from '../tool/tool.ts'

/** The groups a tool belongs to: its own or the first part of its name, `all`, and those that follow from where it comes from. */
export function groupsOf(definition: Pick<ToolDefinition, 'name' | 'groups'>, native: boolean): readonly string[] {
  const [first = '', second = ''] = definition.name.split('.')
  const groups = new Set(definition.groups ?? [first])
  if (first === 'mcp') groups.add('mcp').add(`mcp:${second}`)
  if (native) groups.add('native')
  return [...groups.add('all')]
}
