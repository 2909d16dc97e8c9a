import { isAgentId } from '@drawbridge/core/virtual'
import { wideningSandboxOfAgent } from '../sandbox/widening-sandbox.ts'
import { readDefinition } from './agent-definition.ts'
import type { ConfigLayer } from './config-layer.ts'
import type { ConfigProblem } from './config-problem.ts'
import type { FoundDefinitions } from './find-definitions.ts'

/** The layers of all definitions, and every problem of one of them. */
export interface AppliedDefinitions {
  readonly layers: readonly ConfigLayer[]
  readonly problems: readonly ConfigProblem[]
}

const elsewhere = 'The section "agents" of the operator\'s file can widen it.'

/**
 * Reads the definitions of agents.
 * @param layers The layers that they narrow.
 */
export function applyDefinitions(
  { definitions, problems: found }: FoundDefinitions,
  layers: readonly ConfigLayer[],
): AppliedDefinitions {
  const operators = layers.filter(({ kind }) => kind === 'operator')
  const made: ConfigLayer[] = []
  const problems = [...found]
  for (const definition of definitions) {
    const { agent, name } = definition
    if (!isAgentId(agent)) {
      const message = `"${agent}" is not a valid name for an agent. Begin with a letter or digit, then use letters, digits, ".", "_" and "-", at most 64 characters.`
      problems.push({ file: name, line: 1, column: 1, message })
      continue
    }
    const reading = readDefinition(definition)
    if (reading.status === 'refused') {
      problems.push(...reading.problems)
      continue
    }
    made.push(reading.layer)
    problems.push(...wideningSandboxOfAgent(reading.layer, operators, elsewhere))
  }
  return { layers: made, problems }
}
