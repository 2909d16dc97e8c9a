import type { Node, RawAssignment, Script } from '../parse/tree.ts'
import type { Certainty } from '../word/scope.ts'

const setting = new Set([
  'export',
  'declare',
  'typeset',
  'readonly',
  'local',
  'read',
  'mapfile',
  'readarray',
  'getopts',
  'unset',
  'let',
  'printf',
])

type Note = (name: string, sure: boolean, numeric: boolean) => void

/**
 * Every variable that a script assigns, with what reading it once from top to bottom tells of its value. One assigned
 * more than once, or in a loop, a branch, a function, a subshell or the background, is not `certain`; it is still known to
 * hold a `number` when every assignment is one and the first cannot be skipped.
 */
export function assignedNames(script: Script): ReadonlyMap<string, Certainty> {
  const names = new Map<string, Certainty>()
  const note: Note = (name, sure, numeric) => {
    const before = names.get(name)
    if (before === undefined) names.set(name, sure ? 'certain' : 'text')
    else names.set(name, before !== 'text' && numeric && numbers.has(name) ? 'number' : 'text')
    if (before === undefined && numeric) numbers.add(name)
  }
  const numbers = new Set<string>()
  for (const node of script.items) visit(node, true, note)
  return names
}

const isNumeric = ({ values, array, append }: RawAssignment): boolean => {
  const [value] = values
  if (array || append || value === undefined || value.parts.length !== 1) return false
  const [part] = value.parts
  return part?.kind === 'arithmetic' || (part?.kind === 'literal' && /^-?\d+$/.test(part.value))
}

function visit(node: Node, sure: boolean, note: Note): void {
  switch (node.kind) {
    case 'command':
      for (const assignment of node.assignments) {
        if (node.words.length === 0) note(assignment.name, sure && !assignment.append, isNumeric(assignment))
      }
      if (setting.has(node.words[0]?.text ?? '')) {
        for (const word of node.words.slice(1)) note(/^\w+/.exec(word.text)?.[0] ?? '', sure, false)
      }
      return
    case 'list':
      node.items.forEach((item, index) => {
        visit(item, sure && (node.conditional !== true || index === 0), note)
      })
      return
    case 'pipeline':
      for (const stage of node.stages) visit(stage, false, note)
      return
    case 'group':
      visit(node.body, sure && !node.subshell, note)
      return
    case 'redirected':
      visit(node.body, sure, note)
      return
    case 'background':
    case 'function':
      visit(node.body, false, note)
      return
    case 'loop':
      if (node.variable !== undefined) note(node.variable, true, false)
      for (const expression of node.arithmetic) for (const name of expression.assigned) note(name, true, true)
      if (node.condition !== undefined) visit(node.condition, false, note)
      visit(node.body, false, note)
      return
    case 'branch':
      for (const arm of node.arms) visit(arm, false, note)
      return
    case 'test':
    case 'arithmetic':
      return
    default:
      node satisfies never
  }
}
