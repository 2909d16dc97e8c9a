import type { ApprovalDesk, KeptApproval } from '@drawbridge/sdk/authority'

/** A question by its id, or by a beginning that no other has; with or without the word before the number. */
export type FoundApproval =
  | { readonly status: 'found'; readonly approval: KeptApproval }
  | { readonly status: 'ambiguous'; readonly ids: readonly string[] }

/** Finds a question; undefined where none is called so. Of several that begin so, one that waits alone is meant. */
export async function findByPrefix(
  desk: Pick<ApprovalDesk, 'find' | 'list'>,
  prefix: string,
): Promise<FoundApproval | undefined> {
  const exact = await desk.find(prefix)
  if (exact !== undefined) return { status: 'found', approval: exact }
  if (prefix === '') return undefined
  const kept = await desk.list({ all: true })
  const all = kept.filter(({ request: { id } }) => id.startsWith(prefix) || id.startsWith(`approval_${prefix}`))
  const waiting = all.filter(({ state }) => state === 'pending')
  const [only] = waiting.length === 1 ? waiting : all
  if (only === undefined) return undefined
  const isAlone = waiting.length === 1 || all.length === 1
  return isAlone
    ? { status: 'found', approval: only }
    : { status: 'ambiguous', ids: (waiting.length > 0 ? waiting : all).map(({ request }) => request.id) }
}

/** What is said where several questions begin so. */
export function ambiguous(prefix: string, ids: readonly string[]): string {
  const shown = ids.slice(0, 10).join(', ')
  const rest = ids.length > 10 ? ` and ${ids.length - 10} more` : ''
  return `Several questions begin with ${JSON.stringify(prefix)}: ${shown}${rest}. Give more of the id.`
}
