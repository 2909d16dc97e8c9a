import type { ListedTool } from '../../registry/registered-tool.ts'
import { bindsCompanions, judgeTool, type Removal, type SetNote } from './judge-tool.ts'
import { type SetPolicy, setFilters } from './set-steps.ts'
import type { ToolIdentity } from './tool-identity.ts'
import type { ToolScope } from './tool-scope.ts'

/** The tools of a run, and the reasons that the others are missing. */
export interface ToolSet {
  readonly names: ReadonlySet<string>
  /** By canonical name. */
  readonly removed: ReadonlyMap<string, Removal>
}

/** The effect of the steps on one tool, and the result. */
export interface ToolExplanation {
  readonly name: string
  readonly removal?: Removal
  readonly notes: readonly SetNote[]
}

/** Comes along with every tool whose result can be cut, so that a model can read the rest. */
const companion = 'artifact.read'

/** The effective tool set of a scope. Pure; the order of `tools` does not matter. */
export function effectiveSet(policy: SetPolicy, tools: readonly ListedTool[], scope: ToolScope): ToolSet {
  const filters = setFilters(policy, scope)
  const names = new Set<string>()
  const removed = new Map<string, Removal>()
  let needsCompanion = false
  for (const tool of tools) {
    const removal = judgeTool(tool, filters)
    if (removal === undefined) names.add(tool.name)
    else removed.set(tool.name, removal)
    needsCompanion ||= removal === undefined && canBeCut(tool)
  }
  if (needsCompanion && removed.has(companion)) {
    const tool = tools.find(({ name }) => name === companion)
    const removal = tool && judgeTool(tool, filters.filter(bindsCompanions))
    if (removal === undefined) {
      removed.delete(companion)
      names.add(companion)
    }
  }
  return { names, removed }
}

/**
 * Takes one tool through the same steps and tells of each that did something.
 * @param set The effective set of the same policy and scope.
 */
export function explainTool(policy: SetPolicy, set: ToolSet, scope: ToolScope, tool: ListedTool): ToolExplanation {
  const notes: SetNote[] = []
  judgeTool(tool, setFilters(policy, scope), (note) => notes.push(note))
  const removal = set.removed.get(tool.name)
  if (removal !== undefined) return { name: tool.name, notes, removal }
  const wasLeftOut = notes.findLast(({ did }) => did === 'left out' || did === 'added' || did === 'removed')
  if (tool.name === companion && wasLeftOut !== undefined && wasLeftOut.did !== 'added') {
    notes.push({
      step: 'companion',
      did: 'added',
      source: 'built-in',
      because: 'a result of another tool can be truncated',
    })
  }
  return { name: tool.name, notes }
}

/** Finds the deny list of a scope that names a tool, whether or not the tool exists yet. */
export function denialOf(policy: SetPolicy, scope: ToolScope, tool: ToolIdentity): Removal | undefined {
  for (const { effect, step, ...filter } of setFilters(policy, scope)) {
    if (effect !== 'deny' || !('list' in filter)) continue
    const entry = filter.list.find(tool)
    if (entry !== undefined)
      return { class: 'removed', reason: `${step} names it by "${entry.text}"`, source: entry.source }
  }
  return undefined
}

function canBeCut({ name, storesWhole }: ListedTool): boolean {
  return name !== companion && storesWhole
}
