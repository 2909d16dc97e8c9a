import { loadTools } from '@drawbridge/core/registry'
import type { ChosenTools } from './choose-tools.ts'

/** The tool set of a run as scripts get it. */
export async function toolsJson({ tools, hidden, names }: ChosenTools): Promise<object> {
  return {
    tools: (await loadTools(tools)).map(
      ({ name, description, permission, risk, tags, groups, schema, outputSchema, definition }) => ({
        name,
        exposedName: names.exposedName(name) ?? name,
        description,
        permission,
        risk,
        tags: [...tags],
        groups,
        inputSchema: schema.jsonSchema,
        ...(outputSchema === undefined ? {} : { outputSchema }),
        ...(definition.metadata === undefined ? {} : { metadata: definition.metadata }),
      }),
    ),
    hidden,
  }
}
