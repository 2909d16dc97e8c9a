import type { ApprovalRequest } from '@drawbridge/core'
import { type ApprovalParts, partsOf } from '@drawbridge/core/approval'

/** A request that asks for what most do, with the given parts in place. */
export function approvalRequest(parts: Partial<ApprovalRequest> = {}): ApprovalRequest {
  const request = {
    id: 'approval_1',
    toolCallId: 'call_1',
    tool: 'fs.delete',
    permission: 'write',
    risk: 'destructive',
    tags: ['filesystem'],
    input: { path: 'notes.md' },
    targets: [
      {
        kind: 'path',
        declared: 'notes.md',
        real: '/workspace/notes.md',
        access: 'delete',
        recursive: false,
        zone: 'workspace',
        sensitive: false,
      },
    ],
    cwd: '/workspace',
    environment: [],
    hosts: [],
    dangerous: false,
    hooks: [],
    suggested: 'deny',
    reason: '"fs.delete" may destroy data permanently (destructive).',
    rule: 'default.write',
    offers: [
      { answer: 'allow_once', scope: 'this call only' },
      { answer: 'deny', scope: 'this call only' },
      { answer: 'abort', scope: 'the whole run' },
    ],
    principal: { session: 's', run: 'r', role: 'main', parents: [] },
    expiresAt: 120_000,
    digest: '00',
    withheld: [],
    earlier: [],
    askedAt: 0,
    answerableUntil: 120_000,
    ...parts,
  } satisfies Omit<ApprovalRequest, keyof ApprovalParts>
  return { ...partsOf(request.targets), ...request }
}
