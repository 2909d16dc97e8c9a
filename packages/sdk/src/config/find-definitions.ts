import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { WrittenDefinition } from './agent-definition.ts'
import type { ConfigLayer } from './config-layer.ts'
import type { ConfigProblem } from './config-problem.ts'
import { readConfigText } from './read-config-text.ts'

/** The name of the file that defines an agent. */
const definitionFileName = 'AGENT.md'

/** Returns the files of a home that define agents: `agents/<id>/AGENT.md`. A project defines none. */
export function definitionFiles(home: string): readonly string[] {
  const folder = join(home, 'agents')
  let names: readonly string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  return names
    .toSorted()
    .map((name) => join(folder, name, definitionFileName))
    .filter((file) => existsSync(file))
}

/** The definitions of agents, with what is wrong with them as a whole. */
export interface FoundDefinitions {
  readonly definitions: readonly WrittenDefinition[]
  readonly problems: readonly ConfigProblem[]
}

/** Returns the definitions in the files of a home and in the operator's layers. One agent may have one of them. */
export function findDefinitions(home: string, layers: readonly ConfigLayer[]): FoundDefinitions {
  const problems: ConfigProblem[] = []
  const found = new Map<string, WrittenDefinition>()
  const add = (definition: WrittenDefinition, place: string) => {
    const other = found.get(definition.agent)
    if (other === undefined) found.set(definition.agent, definition)
    else {
      const message = `The agent "${definition.agent}" is defined twice: here and in ${other.name}. Keep one of them; \`drawbridge agents define ${definition.agent} --remove\` removes the stored one.`
      problems.push({ file: place, line: 1, column: 1, message })
    }
  }
  for (const layer of layers) {
    for (const [agent, { definition }] of Object.entries(layer.config.agents ?? {})) {
      if (definition === undefined) continue
      const name = layer.source(['agents', agent, 'definition'])
      add({ agent, name, text: definition }, name)
    }
  }
  for (const file of definitionFiles(home)) {
    const agent = file.split(/[/\\]/).at(-2) ?? ''
    const text = readConfigText(file)
    if (text.status === 'read') add({ agent, name: file, text: text.text }, file)
    else if (text.status === 'failed') problems.push({ file, line: 1, column: 1, message: text.why })
  }
  return { definitions: [...found.values()], problems }
}
