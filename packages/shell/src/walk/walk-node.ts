import type { LoopNode, Node, RawWord } from '../parse/tree.ts'
import type { ShellCommand } from '../shell-command.ts'
import { checkArithmetic, expandValue, expandWord } from '../word/expand-word.ts'
import { isPlainName } from '../word/plain-name.ts'
import { unknownWord, type Word } from '../word/word.ts'
import { guess } from './assign-variables.ts'
import { copyShell, createWalker } from './create-walker.ts'
import { staticOutput } from './static-output.ts'
import { walkCommand } from './walk-command.ts'
import { emitRedirects, walkRedirects } from './walk-redirects.ts'
import { type NodePosition, overBudget, type Walker } from './walker.ts'

export function walkNodes(nodes: readonly Node[], walker: Walker): void {
  for (const node of nodes) {
    if (overBudget(walker.walk)) return
    walkNode(node, walker)
  }
}

/** Visits one node in the order in which the shell would run it. */
function walkNode(node: Node, walker: Walker): void {
  const { walk, shell, place } = walker
  switch (node.kind) {
    case 'command':
      walkCommand(node, walker)
      return
    case 'list':
      walkNodes(node.items, walker)
      return
    case 'pipeline':
      walkPipeline(node.stages, walker)
      return
    case 'background':
      walkNode(node.body, createWalker(walk, copyShell(shell), { ...place, background: true }))
      return
    case 'group':
      walkNode(node.body, node.subshell ? createWalker(walk, copyShell(shell), place) : walker)
      return
    case 'redirected': {
      const redirects = walkRedirects(node.redirects, walker)
      emitRedirects(redirects, walker)
      const stdin = redirects.stdin === undefined ? {} : { stdin: redirects.stdin }
      const inner = { ...place, ...stdin, upstream: [...place.upstream, ...redirects.from] }
      walkNode(node.body, createWalker(walk, shell, inner))
      return
    }
    case 'loop':
      walkLoop(node, walker)
      return
    case 'branch':
      if (node.subject !== undefined) expandValue(node.subject, walker.expansion)
      for (const pattern of node.patterns) expandValue(pattern, walker.expansion)
      walkNodes(node.arms, walker)
      return
    case 'function': {
      const name = node.name.text
      shell.functions.add(name)
      const inner: NodePosition = {
        ...place,
        upstream: [],
        piped: false,
        background: false,
        insideFunctions: [...place.insideFunctions, name],
      }
      walkNode(node.body, createWalker(walk, copyShell(shell), inner))
      return
    }
    case 'test':
      walk.tests = true
      for (const clause of node.clauses) walkTest(clause.operator, clause.operands, walker)
      return
    case 'arithmetic':
      checkArithmetic(node.expression, walker.expansion)
      return
    default:
      node satisfies never
  }
}

function walkPipeline(stages: readonly Node[], walker: Walker): void {
  const { walk, shell, place } = walker
  let upstream: readonly ShellCommand[] = place.upstream
  for (const [index, stage] of stages.entries()) {
    if (overBudget(walk)) return
    const before = walk.commands.length
    const { stdin: _, ...rest } = place
    const output = index === 0 ? undefined : staticOutput(upstream)
    const inner: NodePosition = {
      ...(index === 0 ? place : rest),
      upstream,
      piped: true,
      ...(output === undefined ? {} : { stdin: unknownWord(output, { secret: false }) }),
    }
    walkNode(stage, createWalker(walk, copyShell(shell), inner))
    upstream = nearest([...upstream, ...walk.commands.slice(before)])
  }
}

/** The first and the last sources of a long pipeline: the ones that bring something in, and the ones next to the reader. */
function nearest(sources: readonly ShellCommand[]): readonly ShellCommand[] {
  return sources.length <= 32 ? sources : [...sources.slice(0, 16), ...sources.slice(-16)]
}

function walkLoop(node: LoopNode, walker: Walker): void {
  if (startsWithoutEnd(node)) walker.walk.hazards.add('the loop starts commands without end')
  for (const expression of node.arithmetic) {
    for (const name of expression.assigned)
      walker.shell.scope.variables.set(name, unknownWord(`$${name}`, { prefix: '0', secret: false }))
  }
  for (const expression of node.arithmetic) checkArithmetic(expression, walker.expansion)
  if (node.condition !== undefined) walkNode(node.condition, walker)
  if (node.variable === undefined) {
    walkNode(node.body, walker)
    return
  }
  if (!isPlainName(node.variable)) walker.walk.hazards.add(`the loop sets ${node.variable}, which programs may read`)
  const words = node.words?.flatMap((word) => expandWord(word, walker.expansion))
  for (const word of words ?? [unknownWord(`$${node.variable}`)]) {
    const certainty = walker.shell.scope.certainty.get(node.variable) ?? 'certain'
    walker.shell.scope.variables.set(node.variable, certainty === 'certain' ? word : guess(word, 'text'))
    walkNode(node.body, walker)
    if (overBudget(walker.walk)) return
  }
}

const textual = new Set(['=', '==', '!=', '=~', '<', '>', '-z', '-n'])

/** `[[ … ]]`: numeric comparisons and `-v` evaluate their operands, file tests only look. */
function walkTest(operator: string, operands: readonly RawWord[], walker: Walker): void {
  const words: Word[] = operands.map((operand) => expandValue(operand, walker.expansion))
  if (textual.has(operator) || /^-[a-hknoprstuwxzGLNOS]$/.test(operator)) return
  if (words.every((word) => /^-?\d+$/.test(word.static ? word.text : word.prefix))) return
  walker.walk.hazards.add(`[[ ${operator} ]] evaluates ${words.map((word) => word.text).join(' ')}`)
}

/** Returns true if a loop runs forever and starts a background process each time. */
function startsWithoutEnd({ condition, arithmetic, variable, body }: LoopNode): boolean {
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
