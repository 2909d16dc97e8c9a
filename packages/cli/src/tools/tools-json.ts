import type { Snapshot } from '@drawbridge/core'
import { loadTools } from '@drawbridge/core/registry'

/** The tool set of a run as scripts get it. */
export async function toolsJson({ tools, hidden, names }: Snapshot): Promise<object> {
  return {
    tools: (await loadTools(tools)).map(({ name, description, permission, risk, tags, groups, schema }) => ({
      name,
      exposedName: names.exposedName(name) ?? name,
      description,
      permission,
      risk,
      tags: [...tags],
      groups,
      inputSchema: schema.jsonSchema,
    })),
    hidden,
  }
}
