import { identityOf } from '../../registry/compile-tool.ts'
import type { Registry } from '../../registry/create-registry.ts'
import type { ToolHead } from '../../tool/deferred-tool.ts'
import { denialOf, effectiveSet, explainTool, type ToolExplanation, type ToolSet } from './effective-set.ts'
import type { Removal } from './judge-tool.ts'
import type { SetPolicy } from './set-steps.ts'
import type { ToolScope } from './tool-scope.ts'

/** The tool sets of one policy over one registry, each worked out once. */
export interface ToolSets {
  of(scope: ToolScope): ToolSet
  /** Undefined for a name that no tool has. */
  explain(name: string, scope: ToolScope): ToolExplanation | undefined
  /** Finds the deny list that names a tool, whether or not the tool exists yet. */
  denial(tool: ToolHead, scope: ToolScope): Removal | undefined
}

const maxEntries = 1_000

/** A set is kept until the registry changes; a changed policy has sets of its own. The oldest make room for new ones. */
export function createToolSets(policy: SetPolicy, registry: Registry): ToolSets {
  const sets = new Map<string, ToolSet>()
  let version = registry.version

  return {
    of,
    explain: (name, scope) => {
      const tool = registry.get(name)
      return tool && explainTool(policy, of(scope), scope, tool)
    },
    denial: (tool, scope) => denialOf(policy, scope, identityOf(tool)),
  }

  function of(scope: ToolScope): ToolSet {
    if (registry.version !== version) {
      sets.clear()
      version = registry.version
    }
    const key = keyOf(scope)
    const known = sets.get(key)
    if (known !== undefined) return known
    const set = effectiveSet(policy, registry.list(), scope)
    for (const oldest of sets.keys()) {
      if (sets.size < maxEntries) break
      sets.delete(oldest)
    }
    sets.set(key, set)
    return set
  }
}

/** Two scopes with one key have one set. JSON keeps an empty list apart from an absent one, and any text apart from another. */
function keyOf(scope: ToolScope): string {
  const { provider, agent, role, depth, childSet, groupAllow, taskAllow, requestAllow, mode, ceilings, capability } =
    scope
  const limits = ceilings?.map(({ name, source, mode: limit, tools }) => [name, source, limit, tools && listId(tools)])
  const parts = [
    provider,
    agent,
    role,
    depth,
    childSet,
    groupAllow,
    taskAllow,
    requestAllow,
    mode,
    limits,
    capability?.id,
  ]
  return JSON.stringify(parts)
}

const listIds = new WeakMap<object, number>()
let lastListId = 0

function listId(list: object): number {
  const known = listIds.get(list)
  if (known !== undefined) return known
  lastListId += 1
  listIds.set(list, lastListId)
  return lastListId
}
