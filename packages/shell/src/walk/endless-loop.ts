import type { LoopNode, Node } from '../parse/tree.ts'

/** Returns true if a loop runs forever and starts a background process each time. */
export function startsWithoutEnd({ condition, arithmetic, variable, body }: LoopNode): boolean {
  if (variable !== undefined || !(condition === undefined ? arithmetic.length === 0 : isAlwaysTrue(condition)))
    return false
  return startsInBackground(body)
}

function isAlwaysTrue(node: Node): boolean {
  if (node.kind === 'list') return node.items.length === 1 && node.items[0] !== undefined && isAlwaysTrue(node.items[0])
  return node.kind === 'command' && /^(?:true|false|:)$/.test(node.words[0]?.text ?? '')
}

function startsInBackground(node: Node): boolean {
  if (node.kind === 'background') return true
  return node.kind === 'list' && node.items.some(startsInBackground)
}
