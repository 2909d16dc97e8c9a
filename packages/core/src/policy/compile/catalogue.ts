import type { ListedTool } from '../../registry/registered-tool.ts'

/** The names that lists and rules may use. */
export interface Catalogue {
  readonly names: ReadonlySet<string>
  readonly groups: ReadonlySet<string>
  readonly tags: ReadonlySet<string>
}

/** Groups that exist whether or not this build has a tool in them. */
const standingGroups = [
  'all',
  'native',
  'fs',
  'code',
  'runtime',
  'web',
  'memory',
  'sessions',
  'knowledge',
  'ui',
  'automation',
  'messaging',
  'delegation',
  'teams',
  'media_gen',
  'media_read',
  'skills',
  'mcp',
  'custom',
  'local',
]

/** Tags that follow from what a tool is, and those that our own tools use. */
const standingTags = [
  'readonly',
  'write',
  'mcp',
  'agent',
  'declarative',
  'custom',
  'filesystem',
  'network',
  'dangerous',
  'destructive',
  'internal',
]

/**
 * Returns the names, groups and tags of these tools. Membership comes only from the tools: no other list of names
 * exists.
 */
export function catalogueOf(tools: readonly ListedTool[]): Catalogue {
  return {
    names: new Set(tools.map(({ name }) => name)),
    groups: new Set([...standingGroups, ...tools.flatMap(({ groups }) => groups)]),
    tags: new Set([...standingTags, ...tools.flatMap(({ tags }) => [...tags])]),
  }
}
