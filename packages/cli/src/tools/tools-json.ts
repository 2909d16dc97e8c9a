import { describeTools } from '@drawbridge/core/registry'
import type { ChosenTools } from './choose-tools.ts'

/** The tool set of a run as scripts get it. */
export async function toolsJson({ tools, hidden, show }: ChosenTools): Promise<object> {
  return {
    tools: (await describeTools(tools)).map((tool) => {
      const { name, permission, risk, tags, groups, outputSchema, metadata } = tool
      const shown = show(tool)
      return {
        name,
        exposedName: shown.name,
        description: shown.description,
        permission,
        risk,
        tags: [...tags],
        groups,
        inputSchema: shown.inputSchema,
        ...(outputSchema === undefined ? {} : { outputSchema }),
        ...(metadata === undefined ? {} : { metadata }),
      }
    }),
    hidden,
  }
}
