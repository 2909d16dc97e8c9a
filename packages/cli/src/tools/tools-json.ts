import type { Snapshot } from '@drawbridge/core'

/** The tool set of a run as scripts get it. */
export function toolsJson({ tools, hidden, names }: Snapshot): object {
  return {
    tools: tools.map(({ name, definition, permission, risk, tags, groups, schema }) => ({
      name,
      exposedName: names.exposedName(name) ?? name,
      description: definition.description,
      permission,
      risk,
      tags: [...tags],
      groups,
      inputSchema: schema.jsonSchema,
    })),
    hidden,
  }
}
