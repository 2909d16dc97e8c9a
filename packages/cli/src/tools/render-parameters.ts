import { escapeUnprintable } from '@drawbridge/core/base'
import { describeTools } from '@drawbridge/core/registry'
import type { ChosenTools } from './choose-tools.ts'

/** Returns the schemas of tools and what their authors noted, for a person. */
export async function renderParameters({ tools, show }: Pick<ChosenTools, 'tools' | 'show'>): Promise<string> {
  const blocks = (await describeTools(tools)).map((tool) => {
    const { name, tags, groups, outputSchema, metadata } = tool
    const sections = [
      `${name}: groups ${groups.join(', ')}; tags ${[...tags].join(', ')}\n`,
      section('Parameters', show(tool).inputSchema),
      ...(outputSchema === undefined ? [] : [section('Structured result', outputSchema)]),
      ...(metadata === undefined ? [] : [section('Metadata, which no model sees', metadata)]),
    ]
    return sections.join('')
  })
  return blocks.join('\n')
}

function section(title: string, value: unknown): string {
  return `${title}:\n${escapeUnprintable(JSON.stringify(value, null, 2))}\n`
}
