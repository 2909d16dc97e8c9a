import { errorMessage } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import { formatKeyPath } from '../config/config-path.ts'
import type { PolicyTest } from '../config/sections.ts'
import { refuseSecrets } from '../config/stored-configuration.ts'
import { draftAgentKeys, draftSections, isPolicyPath, leaves, type PolicyContent } from './database-policy.ts'

/** Something wrong with a policy, and where. */
export interface DraftProblem {
  /** The dotted path of the setting, or the file with line and column for a fault in a file. */
  readonly place: string
  readonly message: string
}

const elsewhere = 'Put it in the configuration file, or use `drawbridge config set`.'

/**
 * Returns the reasons that a draft must not even be kept: settings that are not policy, references that would let its author read the
 * environment or the secrets of the server, and secrets in plain text.
 */
export function draftRefusals(content: PolicyContent): readonly DraftProblem[] {
  return leaves(content, []).flatMap(({ path, value }): readonly DraftProblem[] => {
    const place = formatKeyPath(path)
    if (!isPolicyPath(path)) return [{ place, message: misplaced(path) }]
    if (texts(value).some((text) => /\$\{(env|secret):/.test(text)))
      return [{ place, message: `A draft cannot refer to \${env:…} or \${secret:…}. ${elsewhere}` }]
    return secretsIn({ path, value })
  })
}

/** Returns the reasons that tests of a policy must not even be kept: secrets in plain text. */
export function testRefusals(tests: readonly PolicyTest[]): readonly DraftProblem[] {
  return tests.flatMap((test, index) => secretsIn({ path: ['tests', String(index)], value: test }))
}

function secretsIn(setting: Parameters<typeof refuseSecrets>[0]): readonly DraftProblem[] {
  try {
    refuseSecrets(setting, [])
    return []
  } catch (error) {
    return [{ place: formatKeyPath(setting.path), message: errorMessage(error) }]
  }
}

function misplaced([section = '', agent, key]: readonly string[]): string {
  if (section === 'agents' && agent !== undefined)
    return `A draft can hold ${draftAgentKeys.join(' and ')} of an agent, not ${JSON.stringify(key ?? null)}. ${elsewhere}`
  return `A draft has the sections ${draftSections.join(', ')}; ${JSON.stringify(section)} is not one of them. ${elsewhere}`
}

/** Returns every text in a value, keys included. */
function texts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(texts)
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, inner]) => [key, ...texts(inner)]) : []
}
