import type { Child, ChildAgents } from '@drawbridge/core/agent'
import { shortenMiddle } from '@drawbridge/core/base'

const shownEntries = 20

/**
 * Carries out `/children`: without an argument it lists the tree, with the id or the label of a child it shows the end of its conversation,
 * and with `cancel` behind that, or behind `all`, it ends it.
 */
export async function answerAboutChildren(
  argument: string,
  session: string,
  children: Pick<ChildAgents, 'list' | 'transcript' | 'cancel'>,
): Promise<string> {
  const tree = await treeOf(session, children)
  if (tree.length === 0) return 'This conversation has no children.'
  if (argument === '') return tree.map(lineOf).join('\n')
  const [, name = '', cancels] = /^(.*?)(\s+cancel)?$/s.exec(argument) ?? []
  const chosen = name === 'all' ? tree.filter(({ depth }) => depth === tree[0]?.depth) : choose(tree, name)
  if (chosen.length === 0)
    return `No child is called ${JSON.stringify(name)}. There are:\n${tree.map(lineOf).join('\n')}`
  if (cancels !== undefined) {
    const open = chosen.filter(isOpen)
    await Promise.all(open.map(({ id }) => children.cancel(id, 'cancelled by the person')))
    return open.length === 0
      ? 'None of them works any more.'
      : `Cancelled: ${open.map(({ label }) => label).join(', ')}.`
  }
  const texts = await Promise.all(chosen.map((child) => describe(child, children)))
  return texts.join('\n\n')
}

/** Returns the children of a session, each followed by its own. */
async function treeOf(session: string, children: Pick<ChildAgents, 'list'>): Promise<readonly Child[]> {
  const own = await children.list(session)
  const below = await Promise.all(own.map(async (child) => [child, ...(await treeOf(child.id, children))]))
  return below.flat()
}

function isOpen({ state }: Child): boolean {
  return state === 'pending' || state === 'running'
}

function choose(tree: readonly Child[], name: string): readonly Child[] {
  const exact = tree.filter(({ id, label }) => id === name || label === name)
  if (exact.length > 0 || name.length < 3) return exact.slice(-1)
  const begun = tree.filter(({ id, label }) => id.startsWith(name) || label.startsWith(name))
  return begun.length === 1 ? begun : []
}

function lineOf({ id, label, path, state, task, turns, tokens }: Child): string {
  const spent = turns === 0 ? '' : `, ${turns} requests, ${tokens} tokens`
  return `${'  '.repeat(path.length - 1)}${label} (${id}): ${state.replace('_', ' ')}${spent}. ${shortenMiddle(task.replaceAll(/\s+/g, ' '), 100)}`
}

async function describe(child: Child, children: Pick<ChildAgents, 'transcript'>): Promise<string> {
  const { message, text, branch } = child
  const transcript = await children.transcript(child.id, shownEntries)
  return [
    lineOf(child),
    ...(message === undefined ? [] : [`Reason: ${message}`]),
    ...(branch === undefined ? [] : [`Branch: ${branch}`]),
    ...transcript,
    ...(transcript.length > 0 || text === '' ? [] : [text]),
  ].join('\n\n')
}
