import { explainAmbiguous, findByPrefix } from '@drawbridge/room'
import type { AuthorityStore, StoredApproval } from '@drawbridge/sdk/authority'

export type FoundApproval =
  | { readonly status: 'found'; readonly approval: StoredApproval }
  | { readonly status: 'refused'; readonly why: string }

/** A question by its id or a beginning of it. Of several that begin so, one that waits alone is meant. */
export async function findApproval(given: string, store: AuthorityStore | undefined): Promise<FoundApproval> {
  const found = findByPrefix(given, {
    items: (await store?.approvals.list({ all: true })) ?? [],
    idOf: ({ request }) => request.id,
    kind: 'approval',
    isLikely: ({ state }) => state === 'pending',
  })
  switch (found.status) {
    case 'found':
      return { status: 'found', approval: found.item }
    case 'ambiguous':
      return { status: 'refused', why: explainAmbiguous(given, 'questions', found.ids) }
    case 'none':
      return { status: 'refused', why: noSuchQuestion(given) }
    default:
      return found satisfies never
  }
}

export function noSuchQuestion(id: string): string {
  return `No pending question has the id ${JSON.stringify(id)}. See: drawbridge approvals list`
}
