import type { Node, Script } from '../parse/tree.ts'

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

/**
 * Variables whose value at a given place of the script cannot be told by reading it once from top to bottom: assigned
 * more than once, or in a loop, a branch, a function, a subshell or the background.
 */
export function uncertainNames(script: Script): ReadonlySet<string> {
  const seen = new Set<string>()
  const uncertain = new Set<string>()
  const note = (name: string, sure: boolean): void => {
    if (!sure || seen.has(name)) uncertain.add(name)
    seen.add(name)
  }
  for (const node of script.items) visit(node, true, note)
  return uncertain
}

function visit(node: Node, sure: boolean, note: (name: string, sure: boolean) => void): void {
  switch (node.kind) {
    case 'command':
      for (const assignment of node.assignments) {
        if (node.words.length === 0) note(assignment.name, sure && !assignment.append)
      }
      if (setting.has(node.words[0]?.text ?? '')) {
        for (const word of node.words.slice(1)) note(/^\w+/.exec(word.text)?.[0] ?? '', sure)
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
      if (node.variable !== undefined) note(node.variable, true)
      for (const expression of node.arithmetic) for (const name of expression.assigned) note(name, true)
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
